import { useSignal } from '@preact/signals';
import type { Package } from '../../../core/domain/catalogue.ts';
import { api, forAccount, origin } from '../../control-api.ts';
import { counted, grouped, trx } from '../../format.ts';
import { Button, Card } from '../../parts/basics.tsx';
import { Command } from '../../parts/code.tsx';
import { ChoiceField, Form, Segments, TextField } from '../../parts/field.tsx';
import { useDebounced } from '../../parts/hooks.ts';
import { PageFrame } from '../../parts/list-page.tsx';
import { Failure, Loaded } from '../../parts/loading.tsx';
import { linkTo, type PageProps } from '../../routes.ts';
import type { ServiceCall } from '../../service-api.ts';
import { account as accountSignal } from '../../store/account.ts';
import { useResource } from '../../store/resource.ts';
import { attempt } from '../../store/tasks-and-toasts.ts';
import { resultSignal, viewSignal } from '../../store/view.ts';
import {
  DEFAULT_SCENARIO,
  GROUP_NAMES,
  GROUPS,
  type Group,
  groupOf,
  type ListedScenario,
  limitsText,
  listedScenarios,
} from '../scenarios/list-scenarios.ts';
import { bodyOf, curlOf, type Draft, firstDraft, freshId, ORDER_PATH, productOf } from './draft.ts';
import { type Outcome, OutcomeView, placeOrder } from './outcome.tsx';

interface Choices {
  readonly packages: readonly Package[];
  readonly scenarios: readonly ListedScenario[];
  /** The names of the active scenarios that are not used up, highest priority first. */
  readonly active: readonly string[];
}

async function readChoices(account: string, signal: AbortSignal): Promise<Choices> {
  const [register, known] = await Promise.all([
    api.get('/_sandbox/assumptions', { query: { account }, signal }),
    forAccount(account).get('/scenarios', { query: { rules: true }, signal }),
  ]);
  const packages = register.items.find(({ name }) => name === 'packages')?.value ?? [];
  return {
    packages: packages as unknown as readonly Package[],
    scenarios: listedScenarios(known),
    active: known.active.filter(one => !one.used_up).map(({ name }) => name),
  };
}

/** A request can use up a scenario, and the list of scenarios is large. */
const RELOAD_DELAY_MS = 700;

/** A form that creates orders and shows the equivalent API call. */
export function NewOrderPage({ account }: PageProps) {
  const resource = useResource(
    `${account}/form`,
    signal => readChoices(account, signal),
    event => event.type === 'request' || (event.type === 'happening' && event.data.kind === 'account'),
    RELOAD_DELAY_MS,
  );
  return (
    <PageFrame title="New order">
      <Loaded of={resource} lines={10}>
        {choices => <OrderForm account={account} {...choices} />}
      </Loaded>
    </PageFrame>
  );
}

/** A response that takes longer is late. */
const LATE_MS = 1_000;

/** The service has used the external_id, so the next order needs a new one. */
const isOrdered = ({ response, unanswered }: Outcome): boolean =>
  response?.status === 202 || (response?.status === 200 && unanswered.length > 0);

/** The form of an account. It is kept while the reader looks at other pages, for example at the order. */
function useOrderForm(account: string) {
  const place = `${account}/new`;
  const draft = viewSignal<Draft | null>(place, 'draft', null);
  draft.value ??= firstDraft();
  const outcome = resultSignal<Outcome>(place, 'outcome');
  const change = (part: Partial<Draft>): void => {
    draft.value = { ...draft.value!, ...part };
  };
  /** Ends the wait for a response; null if none is awaited. */
  const waiting = viewSignal<AbortController | null>(place, 'waiting', null);
  const send = async (call: ServiceCall): Promise<void> => {
    if (waiting.value) return;
    const controller = new AbortController();
    waiting.value = controller;
    const { externalId } = draft.value!;
    await attempt(async () => {
      const result = await placeOrder(account, { ...call, signal: controller.signal }, outcome.value);
      outcome.value = result;
      // An external_id that was typed meanwhile stays.
      if (isOrdered(result) && draft.value!.externalId === externalId)
        change({ externalId: freshId('order') });
    });
    waiting.value = null;
  };
  return { draft: draft.value, change, outcome: outcome.value, waiting: waiting.value, send };
}

function OrderForm({ account, packages, ...choices }: Choices & { account: string }) {
  const { draft: typed, change, outcome, waiting, send } = useOrderForm(account);
  const isLate = useDebounced(waiting, LATE_MS) === waiting && waiting !== null;
  const isKnown = choices.scenarios.some(({ scenario }) => scenario.name === typed.scenario);
  const draft = isKnown ? typed : { ...typed, scenario: '' };
  const order = () =>
    send({ method: 'POST', path: ORDER_PATH, body: bodyOf(draft), scenario: draft.scenario });
  return (
    <>
      <ScenarioChoice {...choices} chosen={draft.scenario} onChoose={scenario => change({ scenario })} />
      <div class="columns">
        <Card title="Order">
          <Form
            submit="Place order"
            look="main"
            onSubmit={order}
            beside={
              isLate && (
                // A client has a timeout; scenarios may leave it without a response.
                <Button look="small" onClick={() => waiting?.abort()}>
                  Stop waiting
                </Button>
              )
            }
          >
            <Fields draft={draft} change={change} packages={packages} />
            <Quote account={account} draft={draft} />
          </Form>
        </Card>
        <div class="stack loose">
          {outcome?.call.scenario === draft.scenario && (
            <OutcomeView outcome={outcome} onRepeat={() => send(outcome.call)} />
          )}
          <Card title="Equivalent API call">
            <Command account={account} make={key => curlOf(draft, origin, key)} />
            <p class="tail">
              The form itself uses a key that belongs to the dashboard. Its requests are marked in the
              journal, and are left out of findings and coverage.
            </p>
          </Card>
        </div>
      </div>
    </>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly packages: readonly Package[];
}

function Fields({ draft, change, packages }: FieldsProps) {
  const chosen = packages.find(({ id }) => String(id) === draft.packageId);
  const durations = draft.product === 'package' ? (chosen?.durationsMinutes ?? []) : [60];
  return (
    <>
      <Segments
        label="Product"
        value={draft.product}
        options={[
          ['package', 'Package'],
          ['custom', 'Custom amount'],
        ]}
        onChange={product => change({ product, duration: '' })}
      />
      <div class="columns">
        {draft.product === 'package' ? (
          <ChoiceField
            label="Package"
            value={draft.packageId}
            options={packages.map(({ id, name, energyAmount }) => [
              String(id),
              `${id}: ${name}, ${grouped(energyAmount)}`,
            ])}
            onChange={packageId => change({ packageId })}
          />
        ) : (
          <TextField
            label="Energy"
            type="number"
            value={draft.energyAmount}
            onInput={energyAmount => change({ energyAmount })}
          />
        )}
        <ChoiceField
          label="Duration"
          value={draft.duration}
          options={[
            ['', 'not sent'] as const,
            ...durations.map(minutes => [String(minutes), counted(minutes, 'minute')] as const),
          ]}
          onChange={duration => change({ duration })}
        />
      </div>
      <TextField label="Recipient" mono value={draft.address} onInput={address => change({ address })} />
      <TextField
        label="external_id"
        mono
        value={draft.externalId}
        onInput={externalId => change({ externalId })}
        help="If sent twice, the service returns the existing order."
      />
    </>
  );
}

const DEBOUNCE_MS = 250;

/** The price of the product, or why there is none. The control API is asked, so that no quote is recorded. */
function Quote({ account, draft }: { account: string; draft: Draft }) {
  const product = JSON.stringify(productOf(draft));
  const settled = useDebounced(product, DEBOUNCE_MS);
  const { data, error, reload } = useResource(
    `${account}?${settled}`,
    signal => {
      // A value that is not a number is sent as it is, so that the response says what is wrong with it.
      const query = JSON.parse(settled) as Readonly<Record<string, number>>;
      return forAccount(account).get('/quote', { query, signal });
    },
    event => event.type === 'happening' && event.data.kind === 'account',
  );
  const preview = settled === product ? data : null;
  const quote = preview?.quote;
  const balance = accountSignal.value?.balance_trx ?? Number.POSITIVE_INFINITY;
  return (
    <div class="note tone-mute row" aria-live="polite">
      {quote && (
        <>
          <strong>{trx(quote.price_trx)} TRX</strong>
          <span class="soft">
            {grouped(quote.energy_amount)} Energy for {counted(quote.duration_minutes, 'minute')}
            {quote.discount_trx > 0 && `, ${quote.discount_percent}% off ${trx(quote.base_price_trx)}`}
          </span>
          {quote.price_trx > balance && <span class="warn">Exceeds the balance of {trx(balance)} TRX.</span>}
        </>
      )}
      {preview && !quote && <span class="bad break">{`${preview.error}: ${preview.message}`}</span>}
      {!preview && error && <Failure error={error} onRetry={reload} />}
      {!preview && !error && <span class="soft">Loading quote…</span>}
    </div>
  );
}

interface ChoiceProps extends Pick<Choices, 'scenarios' | 'active'> {
  /** The name of the scenario that the order selects; empty if it selects none. */
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}

type Shown = Group | 'own';

/** The scenarios as cards; the order selects one of them. */
function ScenarioChoice({ chosen, scenarios, active, onChoose }: ChoiceProps) {
  const shown = useSignal<Shown>('lifecycles');
  const own = scenarios.filter(({ isOwn }) => isOwn);
  const groups: (readonly [Shown, string])[] = [
    ...GROUPS.map(group => [group, GROUP_NAMES[group]] as const),
    ...(own.length > 0 ? [['own', 'Own'] as const] : []),
  ];
  const group = groups.some(([one]) => one === shown.value) ? shown.value : 'lifecycles';
  const members = scenarios.filter(
    ({ scenario }) => groupOf(scenario) === group && scenario.name !== DEFAULT_SCENARIO,
  );
  const named = (name: string) => scenarios.find(({ scenario }) => scenario.name === name)?.scenario;
  const selected = named(chosen);
  const isUsual = active.length === 0;
  const cards = [
    {
      name: '',
      title: isUsual ? 'As usual' : 'As the account says',
      note: isUsual ? 'the happy path' : active.join(', '),
    },
    ...(group === 'own' ? own : members).map(({ scenario: { name, summary: note } }) => ({
      name,
      title: name,
      note,
    })),
  ];
  return (
    <Card
      title="What should happen?"
      actions={
        <Segments label="Group" value={group} options={groups} onChange={one => (shown.value = one)} />
      }
    >
      <div class="scenario-cards" role="radiogroup" aria-label="Scenario of the order">
        {cards.map(({ name, title, note }) => (
          <label
            key={name}
            class={`stack tight inside-pad scenario-card ${name === chosen ? 'chosen' : ''}`}
            title={note}
          >
            <input
              type="radio"
              name="scenario"
              aria-label={title}
              checked={name === chosen}
              onChange={() => onChoose(name)}
            />
            <strong class="break">{title}</strong>
            <span class="soft break">{note.split(/(?<=[.]) /)[0]}</span>
          </label>
        ))}
      </div>
      {chosen !== '' && (
        <p class="soft">
          <a href={linkTo('scenarios', chosen)}>{chosen}</a>: {selected?.summary}{' '}
          {selected && <strong>{limitsText(selected)}</strong>} Selected with{' '}
          <code>X-Sandbox-Scenario: {chosen}</code>.
        </p>
      )}
    </Card>
  );
}
