import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, type Schemas } from '../api.ts';
import { plural } from '../format.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Pill } from '../parts/pill.tsx';
import { goTo } from '../routes.ts';
import { readAccount } from '../store/account.ts';
import { attempt } from '../store/toasts.ts';
import { ScenarioEditor } from './scenario-editor.tsx';
import { ScenarioTrial } from './scenario-trial.tsx';

/** Takes the place of the name in the URL of a scenario that was not saved yet. */
export const NEW = '~new';

const TEMPLATE = `name: my-scenario
summary: The delegation takes half a minute, then it fails; the amount is refunded 5 s later.
orders:
  - lifecycle:
      - { after: 3s, to: delegating }
      - { after: 30s, to: failed, refund: { after: 5s } }
`;

/** Delay between the last key press and the check. */
const DEBOUNCE_MS = 300;

type Check = Schemas['ScenarioCheck'];

const slotOf = (account: string, name: string): string => `energy-sandbox:scenario:${account}:${name}`;

interface Props {
  readonly account: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly inLibrary: boolean;
  readonly onSaved: () => void;
}

/** The YAML of a scenario: the copy that this browser saved, otherwise the file from the library. */
async function readText(account: string, name: string, inLibrary: boolean): Promise<string> {
  if (name === NEW) return TEMPLATE;
  const own = localStorage.getItem(slotOf(account, name));
  if (own !== null) return own;
  if (!inLibrary)
    throw new Error('The YAML of this scenario is not available: the scenario was added by another client.');
  const { yaml } = await api.get('/_sandbox/scenarios/{name}', { path: { name } });
  if (yaml === null)
    throw new Error(
      'The server does not have the file of this scenario. The scenario can still be activated.',
    );
  return yaml;
}

/** Shows the YAML of a scenario, and lets the user edit, check, try and activate it. */
export function ScenarioDetail({ account, name, isActive, inLibrary, onSaved }: Props) {
  const text = useSignal<string | null>(null);
  const check = useSignal<Check | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    readText(account, name, inLibrary).then(
      read => {
        text.value = read;
      },
      (error: Error) => {
        problem.value = error.message;
      },
    );
  }, [account, name, inLibrary, text, problem]);
  const yaml = text.value;
  useEffect(() => {
    if (yaml === null) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      check.value = await api
        .post('/_sandbox/scenarios/check', { body: { yaml }, signal: controller.signal })
        .catch(() => check.value);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [yaml, check]);
  if (problem.value !== null) {
    return (
      <>
        <h2 class="big break">{name}</h2>
        <p class="soft break">{problem.value}</p>
      </>
    );
  }
  if (yaml === null) return <p class="faint">Loading…</p>;

  const save = async (): Promise<void> => {
    const saved = check.value?.scenario?.name;
    if (!saved) return;
    const went = await attempt(
      () => api.post('/_sandbox/accounts/{account}/scenarios', { path: { account }, body: { yaml } }),
      `${saved} is active.`,
    );
    if (!went) return;
    localStorage.setItem(slotOf(account, saved), yaml);
    onSaved();
    await readAccount();
    goTo(account, 'scenarios', saved);
  };
  return (
    <>
      <Head name={name} isActive={isActive} text={yaml} check={check.value} onSave={save} />
      <ScenarioEditor
        text={yaml}
        problems={check.value?.problems ?? []}
        onInput={changed => {
          text.value = changed;
        }}
      />
      <ScenarioTrial yaml={yaml} canTry={check.value?.valid ?? false} />
    </>
  );
}

interface HeadProps {
  readonly name: string;
  readonly isActive: boolean;
  readonly text: string;
  readonly check: Check | null;
  readonly onSave: () => void;
}

function Head({ name, isActive, text, check, onSave }: HeadProps) {
  const scenario = check?.scenario;
  return (
    <>
      <div class="title">
        <h2 class="big break">{name === NEW ? 'New scenario' : name}</h2>
        {isActive && <Pill tone="good" text="active" />}
        <div class="actions">
          <CopyButton text={text} name="Copy YAML" label="Copy" />
          <button type="button" class="button main" disabled={!check?.valid} onClick={onSave}>
            <Icon name="check" /> {isActive ? 'Save' : 'Save and activate'}
          </button>
        </div>
      </div>
      {scenario && <p class="soft break">{scenario.summary}</p>}
      {scenario?.magic_address && (
        <p class="row tight">
          <span class="soft">Magic address</span>
          <code class="break">{scenario.magic_address}</code>
          <CopyButton text={scenario.magic_address} name="Copy the magic address" />
        </p>
      )}
      <p role="status" class={check === null || check.valid ? 'good' : 'bad'}>
        {checkResult(check)}
      </p>
    </>
  );
}

function checkResult(check: Check | null): string {
  if (check === null) return 'Checking…';
  if (!check.valid) return `${plural(check.problems.length, 'problem')} found.`;
  const { requests = 0, orders = 0, webhooks = 0 } = check.scenario ?? {};
  const rules = [
    requests && plural(requests, 'request rule'),
    orders && plural(orders, 'order rule'),
    webhooks && plural(webhooks, 'webhook rule'),
  ].filter(Boolean);
  return `Valid: ${rules.join(', ') || 'no rules'}.`;
}
