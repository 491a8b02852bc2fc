import { useSignal } from '@preact/signals';
import { Segments } from '../../parts/field.tsx';
import { linkTo } from '../../routes.ts';
import { account as accountSignal } from '../../store/account.ts';
import { GROUP_NAMES, GROUPS, type Group, groupOf } from '../scenarios/picture.ts';
import { ScenarioPicture } from '../scenarios/picture-view.tsx';
import type { ListedScenario } from '../scenarios/scenario-lists.ts';
import type { Draft, Selection } from './draft.ts';

interface Props {
  readonly account: string;
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly scenarios: readonly ListedScenario[];
}

type Shown = Group | 'own';

/** The group that is shown first. */
const FIRST: Shown = 'lifecycles';

/** The scenario of an order that selects none. */
const DEFAULT_SCENARIO = 'happy-path';

/** The scenarios as cards; the order selects one of them. */
export function ScenarioChoice({ account, draft, change, scenarios }: Props) {
  const shown = useSignal<Shown>(FIRST);
  const active = accountSignal.value?.scenarios ?? [];
  const chosen = scenarios.find(({ scenario }) => scenario.name === draft.scenario);
  const usual = scenarios.find(({ scenario }) => scenario.name === (active[0] ?? DEFAULT_SCENARIO));
  const own = scenarios.filter(({ isOwn }) => isOwn);
  const groups: (readonly [Shown, string])[] = [
    ...GROUPS.map(group => [group, GROUP_NAMES[group]] as const),
    ...(own.length > 0 ? [['own', 'Own'] as const] : []),
  ];
  const group = groups.some(([one]) => one === shown.value) ? shown.value : FIRST;
  const members =
    group === 'own'
      ? own
      : scenarios.filter(({ scenario }) => groupOf(scenario) === group && scenario.name !== DEFAULT_SCENARIO);
  const choose = (one: ListedScenario | undefined): void => {
    const magicAddress = one?.scenario.magic_address ?? '';
    const via = draft.via === 'address' && !magicAddress ? 'header' : draft.via;
    change({ scenario: one?.scenario.name ?? '', magicAddress, via });
  };
  return (
    <section class="card" aria-label="What should happen?">
      <header>
        <h2>What should happen?</h2>
        <div class="actions">
          <Segments
            label="Group"
            value={group}
            options={groups}
            onChange={one => {
              shown.value = one;
            }}
          />
        </div>
      </header>
      <div class="inside stack">
        <div class="scenario-cards" role="radiogroup" aria-label="Scenario of the order">
          <ChoiceCard
            title={active.length === 0 ? 'As usual' : 'As the account says'}
            note={active.length === 0 ? 'the happy path' : active.join(', ')}
            picture={usual}
            isChosen={draft.scenario === ''}
            onChoose={() => choose(undefined)}
          />
          {members.map(one => (
            <ChoiceCard
              key={one.scenario.name}
              title={one.scenario.name}
              note={one.scenario.summary}
              picture={one}
              isChosen={one.scenario.name === draft.scenario}
              onChoose={() => choose(one)}
            />
          ))}
        </div>
        {chosen ? (
          <Chosen account={account} one={chosen} draft={draft} change={change} />
        ) : (
          <p class="soft">
            The order selects no scenario.{' '}
            {active.length === 0
              ? 'It follows the happy path.'
              : `The active scenarios apply: ${active.join(', ')}.`}
          </p>
        )}
      </div>
    </section>
  );
}

interface CardProps {
  readonly title: string;
  readonly note: string;
  readonly picture: ListedScenario | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function ChoiceCard({ title, note, picture, isChosen, onChoose }: CardProps) {
  return (
    <label class={`scenario-card ${isChosen ? 'chosen' : ''}`} title={note}>
      <input type="radio" name="scenario" aria-label={title} checked={isChosen} onChange={onChoose} />
      {picture && <ScenarioPicture of={picture.scenario} />}
      <span class="scenario-card-name">{title}</span>
    </label>
  );
}

const HELP: Readonly<Record<Selection, (draft: Draft) => string>> = {
  header: ({ scenario }) => `Sent as X-Sandbox-Scenario: ${scenario}.`,
  external_id: ({ scenario }) => `The external_id begins with sandbox:${scenario}:`,
  address: ({ magicAddress }) => `Sent to the magic address ${magicAddress}.`,
};

function Chosen({ account, one, draft, change }: Omit<Props, 'scenarios'> & { one: ListedScenario }) {
  const { name, summary, magic_address } = one.scenario;
  return (
    <div class="chosen-scenario">
      <p class="soft">
        <a href={linkTo(account, 'scenarios', name)}>{name}</a>: {summary}
      </p>
      <div class="row">
        <span class="soft">Select it by</span>
        <Segments<Selection>
          label="Select it by"
          value={draft.via}
          options={[
            ['header', 'header'],
            ['external_id', 'external_id'],
            ...(magic_address ? [['address', 'magic address'] as const] : []),
          ]}
          onChange={via => change({ via })}
        />
        <span class="faint break">{HELP[draft.via](draft)}</span>
      </div>
    </div>
  );
}
