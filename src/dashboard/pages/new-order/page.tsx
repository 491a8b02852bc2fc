import type { Package } from '../../../core/domain/catalogue.ts';
import { api, forAccount, origin } from '../../api.ts';
import { counted, grouped } from '../../format.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Command } from '../../parts/command.tsx';
import { ChoiceField, Form, Segments, TextField } from '../../parts/field.tsx';
import { PageFrame } from '../../parts/list-page.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import type { PageProps } from '../../routes.ts';
import type { ServiceCall } from '../../service.ts';
import { useResource } from '../../store/resource.ts';
import { attempt } from '../../store/toasts.ts';
import { viewSignal } from '../../store/view.ts';
import { type ListedScenario, listedScenarios } from '../scenarios/listed.ts';
import { bodyOf, curlOf, type Draft, firstDraft, freshId, ORDER_PATH } from './draft.ts';
import { type Outcome, OutcomeView, placeOrder } from './outcome.tsx';
import { Quote } from './quote.tsx';
import { ScenarioChoice } from './scenario-choice.tsx';

/** A form that creates orders and shows the equivalent API call. */
export function NewOrderPage({ account }: PageProps) {
  const resource = useResource(
    `${account}/form`,
    async signal => {
      const [register, known] = await Promise.all([
        api.get('/_sandbox/assumptions', { query: { account }, signal }),
        forAccount(account).get('/scenarios', {
          query: { rules: true },
          signal,
        }),
      ]);
      const packages = (register.items.find(({ name }) => name === 'packages')?.value ??
        []) as unknown as readonly Package[];
      return { packages, scenarios: listedScenarios(known), active: known.active };
    },
    event => event.type === 'request' || (event.type === 'happening' && event.data.kind === 'account'),
    RELOAD_DELAY_MS,
  );
  return (
    <PageFrame title="New order" isFull={false}>
      <Loaded of={resource} lines={10}>
        {({ packages, scenarios, active }) => (
          <OrderForm
            account={account}
            packages={packages}
            scenarios={scenarios}
            active={active.filter(one => !one.used_up).map(({ name }) => name)}
          />
        )}
      </Loaded>
    </PageFrame>
  );
}

/** A request can use up a scenario, and the list of scenarios is large. */
const RELOAD_DELAY_MS = 700;

/** The service has used the external_id, so the next order needs a new one. */
const isOrdered = ({ response, unanswered }: Outcome): boolean =>
  response?.status === 202 || (response?.status === 200 && unanswered.length > 0);

/** The form of an account. It is kept while the reader looks at other pages, for example at the order. */
function useOrderForm(account: string) {
  const place = `${account}/new`;
  const draft = viewSignal<Draft | null>(place, 'draft', null);
  draft.value ??= firstDraft();
  const outcome = viewSignal<Outcome | null>(place, 'outcome', null);
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
      if (isOrdered(result) && draft.value!.externalId === externalId) change({ externalId: freshId() });
    });
    waiting.value = null;
  };
  return { draft: draft.value, change, outcome: outcome.value, waiting: waiting.value, send };
}

interface FormProps {
  readonly account: string;
  readonly packages: readonly Package[];
  readonly scenarios: readonly ListedScenario[];
  /** The names of the active scenarios that are not used up, highest priority first. */
  readonly active: readonly string[];
}

function OrderForm({ account, packages, scenarios, active }: FormProps) {
  const { draft: typed, change, outcome, waiting, send } = useOrderForm(account);
  const isKnown = scenarios.some(({ scenario }) => scenario.name === typed.scenario);
  const draft = isKnown ? typed : { ...typed, scenario: '' };
  const order = () =>
    send({ method: 'POST', path: ORDER_PATH, body: bodyOf(draft), scenario: draft.scenario });
  return (
    <>
      <ScenarioChoice
        account={account}
        chosen={draft.scenario}
        scenarios={scenarios}
        active={active}
        onChoose={scenario => change({ scenario })}
      />
      <div class="columns">
        <Card title="Order">
          <Form
            submit="Place order"
            look="main"
            onSubmit={order}
            beside={
              waiting && (
                // A client has a timeout; scenarios may leave it without a response.
                <Button look="small late" onClick={() => waiting.abort()}>
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
          {outcome && <OutcomeView account={account} outcome={outcome} onRepeat={() => send(outcome.call)} />}
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

/** The fields of an order. */
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
      <div class="fields across">
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
