import { useSignal } from '@preact/signals';
import { api } from '../../api.ts';
import { plural } from '../../format.ts';
import { Pill } from '../../parts/pill.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { SettingSwitch } from '../../parts/switch.tsx';
import { linkTo } from '../../routes.ts';
import { readAccount } from '../../store/account.ts';
import { attempt } from '../../store/toasts.ts';
import { GROUP_NAMES } from './picture.ts';
import { ScenarioPicture } from './picture-view.tsx';
import { grouped, type ListedScenario, matching } from './scenario-lists.ts';

/** The default scenario. The built-in one cannot be deactivated. */
const DEFAULT_SCENARIO = 'happy-path';

/** Switches a scenario on or off. Returns whether that succeeded. */
export async function setActive(account: string, name: string, on: boolean): Promise<boolean> {
  const went = await attempt(
    () =>
      on
        ? api.post('/_sandbox/accounts/{account}/scenarios', { path: { account }, body: { name } })
        : api.delete('/_sandbox/accounts/{account}/scenarios/{name}', { path: { account, name } }),
    `${name} is ${on ? 'active' : 'inactive'}.`,
  );
  await readAccount();
  return went;
}

interface ListProps {
  readonly account: string;
  readonly id: string | null;
  readonly scenarios: readonly ListedScenario[];
  readonly onChanged: () => Promise<void>;
}

/** All scenarios of an account: its own ones, then the others by what they are about. */
export function ScenarioList({ account, id, scenarios, onChanged }: ListProps) {
  const search = useSignal('');
  const found = matching(scenarios, search.value);
  const own = found.filter(({ isOwn }) => isOwn);
  const row = (one: ListedScenario) => (
    <Row
      key={one.scenario.name}
      account={account}
      one={one}
      isChosen={one.scenario.name === id}
      onChanged={onChanged}
    />
  );
  return (
    <>
      <div class="filters">
        <SearchField text={search} name="Search scenarios" hint="Search scenarios" />
        <span class="tail">{plural(found.length, 'scenario')}</span>
      </div>
      {own.length > 0 && (
        <section key="own" aria-label="Of this account">
          <h2 class="scenario-group">Of this account</h2>
          <ul class="scenario-list">{own.map(row)}</ul>
        </section>
      )}
      {grouped(found.filter(({ isOwn }) => !isOwn)).map(([group, members]) => (
        <section key={group} aria-label={GROUP_NAMES[group]}>
          <h2 class="scenario-group">{GROUP_NAMES[group]}</h2>
          <ul class="scenario-list">{members.map(row)}</ul>
        </section>
      ))}
    </>
  );
}

interface RowProps {
  readonly account: string;
  readonly one: ListedScenario;
  readonly isChosen: boolean;
  readonly onChanged: () => Promise<void>;
}

function Row({ account, one, isChosen, onChanged }: RowProps) {
  const { scenario, isOwn, replaces, isActive } = one;
  const { name, summary } = scenario;
  return (
    <li class={isChosen ? 'chosen' : ''}>
      <a href={linkTo(account, 'scenarios', name)}>
        <ScenarioPicture of={scenario} isDecorative />
        <span class="scenario-words">
          <span class="row tight">
            <strong class="scenario-name">{name}</strong>
            {replaces && <Pill plain tone="accent" text="your version" />}
          </span>
          <span class="soft summary">{summary}</span>
        </span>
      </a>
      {name === DEFAULT_SCENARIO && !isOwn ? (
        <span class="faint">default</span>
      ) : (
        <SettingSwitch
          label={`Activate ${name}`}
          isOn={isActive}
          onSet={async isOn => {
            await setActive(account, name, isOn);
            await onChanged();
          }}
        />
      )}
    </li>
  );
}
