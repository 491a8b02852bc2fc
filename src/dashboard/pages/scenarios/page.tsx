import { api } from '../../api.ts';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { linkTo } from '../../routes.ts';
import { useResource } from '../../store/resource.ts';
import type { PageProps } from '../page-props.ts';
import { ScenarioDetail } from './detail.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { ScenarioList } from './list.tsx';
import { NEW } from './scenario-file.ts';
import { listedScenarios } from './scenario-lists.ts';

/** The scenarios with their activation, and an editor for them. */
export function ScenariosPage({ account, id }: PageProps) {
  const resource = useResource(
    account,
    signal =>
      api.get('/_sandbox/accounts/{account}/scenarios', {
        path: { account },
        query: { rules: true },
        signal,
      }),
    event => event.type === 'happening' && event.data.kind === 'account',
  );
  const active = resource.data?.active ?? [];
  const scenarios = resource.data ? listedScenarios(resource.data) : [];
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
            {() => (
              <ScenarioList account={account} id={id} scenarios={scenarios} onChanged={resource.reload} />
            )}
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
              names={scenarios.map(({ scenario }) => scenario.name)}
              onChanged={resource.reload}
            />
          )}
        </section>
      </div>
      {id !== null && <LeaveDialog account={account} name={id} />}
    </div>
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
      <p class="lead">
        An edited scenario is kept in this account, whether it is active or not. Editing a built-in one
        creates the account's own version of it.
      </p>
    </div>
  );
}
