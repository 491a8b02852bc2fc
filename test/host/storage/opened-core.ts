import { DEFAULT_SETTINGS } from '../../../src/core/domain/assumptions.ts';
import { NO_FIELDS } from '../../../src/core/engine/request/service-request.ts';
import { ScenarioLibrary } from '../../../src/core/scenario/scenario-library.ts';
import { systemClock } from '../../../src/host/node/host-clock.ts';
import { SandboxCore } from '../../../src/host/sandbox-core.ts';
import { loadBuiltInScenarios } from '../../../src/host/scenarios/read-scenarios.ts';
import { DataFolder } from '../../../src/host/storage/data-folder.ts';
import { createMessage } from '../../../src/webhooks/render-message.ts';
import { RECIPIENT } from '../../support/addresses.ts';

/** The accounts of a folder, with the remarks that the operator received. */
export interface Opened {
  readonly core: SandboxCore;
  readonly folder: DataFolder;
  readonly remarks: string[];
}

/** Opens a folder without a server. */
export async function openCore(path: string, foldAtBytes?: number): Promise<Opened> {
  const library = new ScenarioLibrary(await loadBuiltInScenarios());
  const remarks: string[] = [];
  const folder = await DataFolder.open({
    path,
    library,
    clock: systemClock,
    remark: text => remarks.push(text),
    ...(foldAtBytes === undefined ? {} : { foldAtBytes }),
  });
  const core = new SandboxCore({
    library,
    clock: systemClock,
    storage: folder,
    sender: {
      createMessage,
      deliver: () => Promise.reject(new Error('no account has a destination')),
      abort: () => undefined,
    },
    defaults: {
      balanceSun: 1e12,
      webhookUrl: null,
      clock: { mode: 'manual', speed: 0 },
      seed: 'folding',
      scenarios: [],
      settings: { ...DEFAULT_SETTINGS, first_order_id: 1 },
      idleMs: null,
      configuredAccounts: [],
    },
  });
  for (const account of folder.accounts) core.accounts.adopt(account);
  return { core, folder, remarks };
}

export function placeOrder({ core }: Opened, name: string): void {
  const account = core.accounts.get(name)!;
  core.runner.execute(account, 'placeOrder', {
    fields: { ...NO_FIELDS, packageId: 1, durationMinutes: 5, address: RECIPIENT },
    kind: 'single',
    keyId: 'key-1',
    picked: null,
  });
}
