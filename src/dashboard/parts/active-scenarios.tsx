import { linkTo } from '../routes.ts';
import { account } from '../store/account.ts';
import { Icon } from './icon.tsx';

/** The active scenarios of the account that are not used up, on every page; nothing while there are none. */
export function ActiveScenarios() {
  const shown = account.value;
  if (!shown) return null;
  const active = shown.scenarios.filter(name => !shown.used_up_scenarios.includes(name));
  if (active.length === 0) return null;
  const [first, ...others] = active;
  const names = active.join(', ');
  return (
    <a
      class="active-scenarios"
      href={linkTo(shown.name, 'scenarios', first!)}
      title={`Active, highest priority first: ${names}`}
    >
      <Icon name="scenarios" />
      <span class="visually-hidden">Active scenarios: </span>
      <span class="clip">{first}</span>
      {others.length > 0 && (
        <>
          <span class="visually-hidden">, {others.join(', ')}</span>
          <span aria-hidden="true">+{others.length}</span>
        </>
      )}
    </a>
  );
}
