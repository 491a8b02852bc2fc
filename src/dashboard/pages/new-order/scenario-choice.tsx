import { useSignal } from '@preact/signals';
import { Card } from '../../parts/card.tsx';
import { Segments } from '../../parts/field.tsx';
import { linkTo } from '../../routes.ts';
import {
  DEFAULT_SCENARIO,
  GROUP_NAMES,
  GROUPS,
  type Group,
  groupOf,
  type ListedScenario,
} from '../scenarios/listed.ts';
import { ScenarioPicture } from '../scenarios/picture-view.tsx';

interface Props {
  readonly account: string;
  /** The name of the scenario that the order selects; empty if it selects none. */
  readonly chosen: string;
  readonly scenarios: readonly ListedScenario[];
  /** The names of the active scenarios that are not used up, highest priority first. */
  readonly active: readonly string[];
  readonly onChoose: (name: string) => void;
}

type Shown = Group | 'own';

/** The scenarios as cards; the order selects one of them. */
export function ScenarioChoice({ account, chosen, scenarios, active, onChoose }: Props) {
  const shown = useSignal<Shown>('lifecycles');
  const named = (name: string) => scenarios.find(({ scenario }) => scenario.name === name);
  const own = scenarios.filter(({ isOwn }) => isOwn);
  const groups: (readonly [Shown, string])[] = [
    ...GROUPS.map(group => [group, GROUP_NAMES[group]] as const),
    ...(own.length > 0 ? [['own', 'Own'] as const] : []),
  ];
  const group = groups.some(([one]) => one === shown.value) ? shown.value : 'lifecycles';
  const members =
    group === 'own'
      ? own
      : scenarios.filter(({ scenario }) => groupOf(scenario) === group && scenario.name !== DEFAULT_SCENARIO);
  const summary = named(chosen)?.scenario.summary;
  return (
    <Card
      title="What should happen?"
      actions={
        <Segments label="Group" value={group} options={groups} onChange={one => (shown.value = one)} />
      }
    >
      <div class="stack">
        <div class="scenario-cards" role="radiogroup" aria-label="Scenario of the order">
          <ChoiceCard
            title={active.length === 0 ? 'As usual' : 'As the account says'}
            note={active.length === 0 ? 'the happy path' : active.join(', ')}
            picture={named(active[0] ?? DEFAULT_SCENARIO)}
            isChosen={chosen === ''}
            onChoose={() => onChoose('')}
          />
          {members.map(one => (
            <ChoiceCard
              key={one.scenario.name}
              title={one.scenario.name}
              note={one.scenario.summary}
              picture={one}
              isChosen={one.scenario.name === chosen}
              onChoose={() => onChoose(one.scenario.name)}
            />
          ))}
        </div>
        {summary === undefined ? (
          <p class="soft">
            The order selects no scenario.{' '}
            {active.length === 0
              ? 'It follows the happy path.'
              : `The active scenarios apply: ${active.join(', ')}.`}
          </p>
        ) : (
          <p class="soft">
            <a href={linkTo(account, 'scenarios', chosen)}>{chosen}</a>: {summary} Selected with{' '}
            <code>X-Sandbox-Scenario: {chosen}</code>.
          </p>
        )}
      </div>
    </Card>
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
      <span class="clip">{title}</span>
    </label>
  );
}
