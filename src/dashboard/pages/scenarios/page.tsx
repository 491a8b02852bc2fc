import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { forAccount } from '../../control-api.ts';
import { counted } from '../../format.ts';
import { Icon } from '../../parts/basics.tsx';
import { Form, SearchField } from '../../parts/field.tsx';
import { PageFrame, Panes } from '../../parts/list-page.tsx';
import { Loaded } from '../../parts/loading.tsx';
import { Pill } from '../../parts/pill.tsx';
import { linkTo, type PageProps } from '../../routes.ts';
import { readAccount } from '../../store/account.ts';
import { useResource } from '../../store/resource.ts';
import { draftOf } from '../../store/scenario-drafts.ts';
import { ScenarioDetail } from './detail.tsx';
import {
  DEFAULT_SCENARIO,
  GROUP_NAMES,
  GROUPS,
  groupOf,
  type ListedScenario,
  listedScenarios,
  type Scenario,
  usesMark,
} from './list-scenarios.ts';
import { failNext, NEW } from './scenario-actions.ts';

/** Rules are counted with each request, and the list of scenarios is large. */
const RELOAD_DELAY_MS = 700;

/** The scenarios with their activation, and an editor for them. */
export function ScenariosPage({ account, id }: PageProps) {
  const resource = useResource(
    account,
    signal => forAccount(account).get('/scenarios', { query: { rules: true }, signal }),
    event => event.type === 'request' || (event.type === 'happening' && event.data.kind === 'account'),
    RELOAD_DELAY_MS,
  );
  const scenarios = resource.data ? listedScenarios(resource.data) : [];
  return (
    <PageFrame
      title="Scenarios"
      isFull
      beside={<span class="soft">{resource.data && activeText(resource.data.active)}</span>}
      actions={
        <>
          <FailNext account={account} onChanged={resource.reload} />
          <a class="button main" href={linkTo('scenarios', NEW)}>
            <Icon name="new" /> New scenario
          </a>
        </>
      }
    >
      <Panes
        one="scenario"
        many="scenarios"
        isChosen={id !== null}
        detail={
          id === null ? (
            HOW_TO
          ) : (
            <ScenarioDetail
              key={id}
              account={account}
              name={id}
              listed={scenarios}
              onChanged={resource.reload}
            />
          )
        }
      >
        <Loaded of={resource} lines={12}>
          {() => <List account={account} id={id} scenarios={scenarios} />}
        </Loaded>
      </Panes>
    </PageFrame>
  );
}

function activeText(active: readonly Scenario[]): string {
  const namesOf = (scenarios: readonly Scenario[]): string => scenarios.map(({ name }) => name).join(', ');
  const running = namesOf(active.filter(one => !one.used_up));
  const usedUp = namesOf(active.filter(one => one.used_up));
  const first = running
    ? `Active, highest priority first: ${running}`
    : 'No active scenarios: every order follows the happy path';
  return usedUp ? `${first}. Used up: ${usedUp}` : first;
}

/** Fails the next requests, whatever they are: they are counted together, not by operation. */
function FailNext({ account, onChanged }: { account: string; onChanged: () => Promise<void> }) {
  const count = useSignal('1');
  const times = Number(count.value);
  const isValid = Number.isSafeInteger(times) && times >= 1 && times <= 1_000_000;
  const fail = async (): Promise<void> => {
    await failNext(account, times);
    await Promise.all([onChanged(), readAccount()]);
  };
  return (
    <Form layout="row tight" submit="Fail the next requests" isDisabled={!isValid} onSubmit={fail}>
      <input
        class="input amount-field"
        type="number"
        aria-label="How many requests fail"
        value={count.value}
        onInput={event => (count.value = event.currentTarget.value)}
      />
    </Form>
  );
}

interface ListProps {
  readonly account: string;
  readonly id: string | null;
  readonly scenarios: readonly ListedScenario[];
}

/** All scenarios of an account: its own ones, then the others by what they are about. */
function List({ account, id, scenarios }: ListProps) {
  const search = useSignal('');
  useEffect(() => document.querySelector('li.chosen')?.scrollIntoView({ block: 'nearest' }), [id]);
  const wanted = search.value.trim().toLowerCase();
  const found = scenarios.filter(({ scenario: { name, summary } }) =>
    `${name} ${summary}`.toLowerCase().includes(wanted),
  );
  const sections = [
    ['Of this account', found.filter(({ isOwn }) => isOwn)] as const,
    ...GROUPS.map(group => {
      const members = found.filter(({ isOwn, scenario }) => !isOwn && groupOf(scenario) === group);
      return [GROUP_NAMES[group], members] as const;
    }),
  ];
  return (
    <>
      <div class="row filters">
        <SearchField text={search} name="Search scenarios" hint="Search scenarios" />
        <span class="tail">{counted(found.length, 'scenario')}</span>
      </div>
      {sections.map(
        ([name, members]) =>
          members.length > 0 && (
            <section key={name} aria-label={name}>
              <h2 class="inside-pad soft">{name}</h2>
              <ul class="rows">
                {members.map(one => (
                  <Row
                    key={one.scenario.name}
                    one={one}
                    isChosen={one.scenario.name === id}
                    isUnsaved={one.scenario.name !== id && draftOf(account, one.scenario.name) !== null}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
    </>
  );
}

interface RowProps {
  readonly one: ListedScenario;
  readonly isChosen: boolean;
  readonly isUnsaved: boolean;
}

function Row({ one, isChosen, isUnsaved }: RowProps) {
  const { scenario, isOwn, replaces, isActive } = one;
  const { name, summary, used_up } = scenario;
  return (
    <li class={`row nowrap ${isChosen ? 'chosen' : ''}`}>
      <a class="row nowrap grow" href={linkTo('scenarios', name)}>
        <span class="stack tight grow">
          <span class="row tight">
            <strong>{name}</strong>
            {replaces && <Pill plain tone="accent" text="your version" />}
            {isUnsaved && <Pill plain tone="warn" text="unsaved" />}
            {used_up && <Pill plain tone="warn" text="used up" />}
            {isActive && !used_up && <Pill plain tone="good" text={usesMark(scenario)} />}
          </span>
          <span class="soft break">{summary.split(/(?<=[.]) /)[0]}</span>
        </span>
      </a>
      {name === DEFAULT_SCENARIO && !isOwn && <span class="soft">default</span>}
    </li>
  );
}

const HOW_TO = (
  <div class="stack loose">
    <h2>What a scenario does</h2>
    <p class="soft">
      A scenario controls three things: the response to a request, the lifecycle of an order, and the delivery
      of a webhook. Select a scenario to read it, or activate it for the whole account: always, or for the
      next request only.
    </p>
    <p class="soft">
      To select a scenario for a single order without activating it, use its <strong>magic address</strong>,
      an external_id that begins with <code>sandbox:NAME:</code>, or the header{' '}
      <code>X-Sandbox-Scenario</code>.
    </p>
  </div>
);
