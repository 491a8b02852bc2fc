import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { plural } from '../format.ts';
import { Icon } from '../parts/icon.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Pill } from '../parts/pill.tsx';
import { linkTo } from '../routes.ts';
import { readAccount } from '../store/account.ts';
import { useResource } from '../store/resource.ts';
import { attempt } from '../store/toasts.ts';
import type { PageProps } from './page-props.ts';
import { NEW, ScenarioDetail } from './scenario-detail.tsx';

type Scenario = Schemas['Scenario'];

/** The scenario that applies when no other does. It cannot be deactivated. */
const DEFAULT_SCENARIO = 'happy-path';

/** The scenarios with their activation, and an editor for them. */
export function ScenariosPage({ account, id }: PageProps) {
  const resource = useResource(
    account,
    signal => api.get('/_sandbox/accounts/{account}/scenarios', { path: { account }, signal }),
    event => event.type === 'happening' && event.data.kind === 'account',
  );
  const active = resource.data?.active ?? [];
  return (
    <div class="sheet full">
      <div class="title">
        <h1>Scenarios</h1>
        <span class="soft">
          {active.length === 0
            ? 'No active scenarios: every order follows the happy path'
            : `Active, highest priority first: ${active.map(({ name }) => name).join(', ')}`}
        </span>
        <div class="actions">
          <a class="button main" href={linkTo(account, 'scenarios', NEW)}>
            <Icon name="new" /> New scenario
          </a>
        </div>
      </div>
      <div class={`panes ${id ? 'open' : ''}`}>
        <div class="list scroll">
          <Loaded of={resource}>
            {data => <List account={account} id={id} {...data} onChanged={resource.reload} />}
          </Loaded>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard. */}
        <section class="detail" aria-label="Scenario details" tabIndex={0}>
          <a class="button small detail-back" href={linkTo(account, 'scenarios')}>
            <Icon name="back" /> All scenarios
          </a>
          {id === null && <HowTo />}
          {id !== null && resource.data && (
            <ScenarioDetail
              key={id}
              account={account}
              name={id}
              isActive={active.some(({ name }) => name === id)}
              inLibrary={resource.data.library.some(({ name }) => name === id)}
              onSaved={resource.reload}
            />
          )}
        </section>
      </div>
    </div>
  );
}

interface ListProps {
  readonly account: string;
  readonly id: string | null;
  readonly active: readonly Scenario[];
  readonly library: readonly Scenario[];
  readonly onChanged: () => void;
}

function List({ account, id, active, library, onChanged }: ListProps) {
  const search = useSignal('');
  const isActive = (name: string): boolean => active.some(one => one.name === name);
  const own = active.filter(({ name }) => !library.some(one => one.name === name));
  const text = search.value.trim().toLowerCase();
  const rows = [...own, ...library].filter(({ name, summary }) =>
    `${name} ${summary}`.toLowerCase().includes(text),
  );
  const setActive = async (name: string, on: boolean): Promise<void> => {
    const path = { account };
    await attempt(
      () =>
        on
          ? api.post('/_sandbox/accounts/{account}/scenarios', { path, body: { name } })
          : api.delete('/_sandbox/accounts/{account}/scenarios/{name}', { path: { account, name } }),
      `${name} is ${on ? 'active' : 'inactive'}.`,
    );
    onChanged();
    await readAccount();
  };
  return (
    <>
      <div class="filters">
        <input
          class="input search"
          type="search"
          aria-label="Search scenarios"
          placeholder="Search scenarios"
          value={search.value}
          onInput={event => {
            search.value = event.currentTarget.value;
          }}
        />
        <span class="tail">{plural(rows.length, 'scenario')}</span>
      </div>
      <ul class="scenario-list">
        {rows.map(scenario => (
          <li key={scenario.name} class={scenario.name === id ? 'chosen' : ''}>
            <a href={linkTo(account, 'scenarios', scenario.name)}>
              <span class="row tight">
                <strong class="scenario-name">{scenario.name}</strong>
                {own.includes(scenario) && <Pill plain tone="accent" text="custom" />}
              </span>
              <span class="soft summary">{scenario.summary}</span>
            </a>
            {scenario.name === DEFAULT_SCENARIO ? (
              <span class="faint">default</span>
            ) : (
              <input
                type="checkbox"
                role="switch"
                class="switch"
                aria-label={`Activate ${scenario.name}`}
                checked={isActive(scenario.name)}
                aria-checked={isActive(scenario.name)}
                onChange={event => setActive(scenario.name, event.currentTarget.checked)}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function HowTo() {
  return (
    <div class="stack loose how-to">
      <h2>What a scenario does</h2>
      <p class="lead">
        A scenario controls three things: the response to a request, the lifecycle of an order, and the
        delivery of a webhook. Select a scenario to read it, or activate it for the whole account.
      </p>
      <p class="lead">
        To select a scenario for a single order without activating it, use its <strong>magic address</strong>,
        an external_id that begins with <code>sandbox:NAME:</code>, or the header{' '}
        <code>X-Sandbox-Scenario</code>.
      </p>
    </div>
  );
}
