import { useSignal } from '@preact/signals';
import type { Package } from '../../../core/domain/catalogue.ts';
import { api, origin } from '../../api.ts';
import { Card } from '../../parts/card.tsx';
import { Code } from '../../parts/code.tsx';
import { Command } from '../../parts/command.tsx';
import { Segments } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import type { ServiceCall } from '../../service.ts';
import { useResource } from '../../store/resource.ts';
import { attempt } from '../../store/toasts.ts';
import { viewSignal } from '../../store/view.ts';
import type { PageProps } from '../page-props.ts';
import { type ListedScenario, listedScenarios } from '../scenarios/scenario-lists.ts';
import { callOf, curlOf, type Draft, headerOf, typescriptOf } from './draft.ts';
import { OrderFields } from './fields.tsx';
import { OutcomeView } from './outcome.tsx';
import { type Outcome, placeOrder } from './place-order.ts';
import { QuoteView } from './quote.tsx';
import { ScenarioChoice } from './scenario-choice.tsx';
import { Waiting } from './waiting.tsx';

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

/** The service has used the external_id, so the next order needs a new one. */
const isOrdered = ({ response, unanswered }: Outcome): boolean =>
  response?.status === 202 || (response?.status === 200 && unanswered.length > 0);

interface FormProps {
  readonly account: string;
  readonly packages: readonly Package[];
  readonly scenarios: readonly ListedScenario[];
}

/** The form of an account. It is kept while the reader looks at other pages, for example at the order. */
function useOrderForm(account: string) {
  const place = `${account}/new`;
  const draft = viewSignal<Draft | null>(place, 'draft', null);
  draft.value ??= firstDraft();
  const outcome = viewSignal<Outcome | null>(place, 'outcome', null);
  /** Ends the wait for a response; null if none is awaited. */
  const waiting = viewSignal<AbortController | null>(place, 'waiting', null);
  const change = (part: Partial<Draft>): void => {
    draft.value = { ...draft.value!, ...part };
  };
  const send = async (call: ServiceCall): Promise<void> => {
    if (waiting.value) return;
    const controller = new AbortController();
    waiting.value = controller;
    const { externalId } = draft.value!;
    await attempt(async () => {
      const result = await placeOrder(account, { ...call, signal: controller.signal }, outcome.value);
      outcome.value = result;
      // An external_id that was typed meanwhile stays.
      if (isOrdered(result) && draft.value!.externalId === externalId) change({ externalId: freshId() });
    });
    waiting.value = null;
  };
  return { draft: draft.value, change, outcome: outcome.value, waiting: waiting.value, send };
}

/** A draft with a scenario that the account still has. */
function withKnownScenario(draft: Draft, scenarios: readonly ListedScenario[]): Draft {
  const isKnown = scenarios.some(({ scenario }) => scenario.name === draft.scenario);
  return isKnown ? draft : { ...draft, scenario: '', magicAddress: '' };
}

function OrderForm({ account, packages, scenarios }: FormProps) {
  const { draft: typed, change, outcome, waiting, send } = useOrderForm(account);
  const draft = withKnownScenario(typed, scenarios);
  const repeated = outcome?.call;
  return (
    <>
      <ScenarioChoice account={account} draft={draft} change={change} scenarios={scenarios} />
      <div class="order-form">
        <form
          class="card"
          aria-label="Order"
          onSubmit={event => {
            event.preventDefault();
            void send({ method: 'POST', ...callOf(draft), scenario: headerOf(draft) });
          }}
        >
          <div class="inside stack loose">
            <Segments
              label="Number of orders"
              value={draft.kind}
              options={[
                ['single', 'Single order'],
                ['bulk', 'Bulk order'],
              ]}
              onChange={kind => change({ kind })}
            />
            <OrderFields draft={draft} change={change} packages={packages} />
            <QuoteView account={account} draft={draft} />
            <div class="row">
              <button type="submit" class="button main" aria-busy={waiting !== null}>
                {draft.kind === 'single' ? 'Place order' : 'Place orders'}
              </button>
              {waiting && <Waiting onStop={() => waiting.abort()} />}
            </div>
          </div>
        </form>
        <div class="stack loose">
          {outcome && (
            <OutcomeView
              account={account}
              outcome={outcome}
              onRepeat={repeated && !waiting ? () => void send(repeated) : null}
            />
          )}
          <EquivalentCall account={account} draft={draft} />
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
