import { useSignal } from '@preact/signals';
import type { Package } from '../../../domain/catalogue.ts';
import { api, origin } from '../../api.ts';
import { Card } from '../../parts/card.tsx';
import { Code } from '../../parts/code.tsx';
import { Command } from '../../parts/command.tsx';
import { Segments } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { callService } from '../../service.ts';
import { useResource } from '../../store/resource.ts';
import { attempt } from '../../store/toasts.ts';
import type { PageProps } from '../page-props.ts';
import { type ListedScenario, listedScenarios } from '../scenarios/scenario-lists.ts';
import { callOf, curlOf, type Draft, headerOf, typescriptOf } from './draft.ts';
import { OrderFields } from './fields.tsx';
import { type Outcome, OutcomeView } from './outcome.tsx';
import { QuoteView } from './quote.tsx';
import { ScenarioChoice } from './scenario-choice.tsx';

/** A recipient that follows the default scenario. */
const PLAIN_RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

/** A new external_id for each order. To test idempotency, enter the same one twice. */
const freshId = (): string => `order-${Date.now().toString(36)}`;

const firstDraft = (): Draft => ({
  kind: 'single',
  product: 'package',
  packageId: '1',
  energyAmount: '65000',
  duration: '',
  address: PLAIN_RECIPIENT,
  externalId: freshId(),
  lines: `${PLAIN_RECIPIENT}\nTFaiLedRefundedxxxxxxxxxxxxxxGCKxR\nTNotActivatedxxxxxxxxxxxxxxy3pp14u`,
  scenario: '',
  via: 'header',
  magicAddress: '',
});

/** A form that creates orders and shows the equivalent API call. */
export function NewOrderPage({ account }: PageProps) {
  const resource = useResource(
    `${account}/form`,
    async signal => {
      const [register, known] = await Promise.all([
        api.get('/_sandbox/assumptions', { query: { account }, signal }),
        api.get('/_sandbox/accounts/{account}/scenarios', {
          path: { account },
          query: { rules: true },
          signal,
        }),
      ]);
      const packages = (register.items.find(({ name }) => name === 'packages')?.value ??
        []) as unknown as readonly Package[];
      return { packages, scenarios: listedScenarios(known) };
    },
    event => event.type === 'happening' && event.data.kind === 'account',
  );
  return (
    <div class="sheet">
      <h1>New order</h1>
      <Loaded of={resource}>{choices => <OrderForm account={account} {...choices} />}</Loaded>
    </div>
  );
}

interface FormProps {
  readonly account: string;
  readonly packages: readonly Package[];
  readonly scenarios: readonly ListedScenario[];
}

function OrderForm({ account, packages, scenarios }: FormProps) {
  const draft = useSignal<Draft>(firstDraft());
  const outcome = useSignal<Outcome | null>(null);
  const busy = useSignal(false);
  const change = (part: Partial<Draft>): void => {
    draft.value = { ...draft.value, ...part };
  };
  const order = async (event: Event): Promise<void> => {
    event.preventDefault();
    busy.value = true;
    const { path, body } = callOf(draft.value);
    await attempt(async () => {
      const response = await callService(account, {
        method: 'POST',
        path,
        body,
        scenario: headerOf(draft.value),
      });
      const requestId = response.headers.get('X-Sandbox-Request-Id');
      const explanation = response.headers.get('X-Sandbox-Explain');
      outcome.value = { status: response.status, json: response.json, requestId, explanation };
      if (response.status === 202) change({ externalId: freshId() });
    });
    busy.value = false;
  };
  return (
    <>
      <ScenarioChoice account={account} draft={draft.value} change={change} scenarios={scenarios} />
      <div class="order-form">
        <form class="card" onSubmit={order} aria-label="Order">
          <div class="inside stack loose">
            <Segments
              label="Number of orders"
              value={draft.value.kind}
              options={[
                ['single', 'Single order'],
                ['bulk', 'Bulk order'],
              ]}
              onChange={kind => change({ kind })}
            />
            <OrderFields draft={draft.value} change={change} packages={packages} />
            <QuoteView account={account} draft={draft.value} />
            <div class="row">
              <button type="submit" class="button main" disabled={busy.value}>
                {draft.value.kind === 'single' ? 'Place order' : 'Place orders'}
              </button>
            </div>
          </div>
        </form>
        <div class="stack loose">
          {outcome.value && <OutcomeView account={account} outcome={outcome.value} />}
          <EquivalentCall account={account} draft={draft.value} />
        </div>
      </div>
    </>
  );
}

/** The API call that the form makes. */
function EquivalentCall({ account, draft }: { account: string; draft: Draft }) {
  const language = useSignal<'curl' | 'typescript'>('curl');
  return (
    <Card
      title="Equivalent API call"
      actions={
        <Segments
          label="Language"
          value={language.value}
          options={[
            ['curl', 'curl'],
            ['typescript', 'TypeScript'],
          ]}
          onChange={chosen => {
            language.value = chosen;
          }}
        />
      }
    >
      {language.value === 'curl' ? (
        <Command account={account} make={key => curlOf(draft, origin, key)} />
      ) : (
        <Code text={typescriptOf(draft, origin)} name="TypeScript" />
      )}
      <p class="tail">
        The form itself uses a key that belongs to the dashboard. Its requests are marked in the journal, and
        are left out of findings and coverage.
      </p>
    </Card>
  );
}
