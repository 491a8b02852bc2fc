import { linkTo } from '../routes.ts';
import { account } from '../store/account.ts';
import { Icon } from './icon.tsx';

/** The active scenarios of the account, on every page; nothing while none is active. */
export function ActiveScenarios() {
  const shown = account.value;
  if (!shown || shown.scenarios.length === 0) return null;
  const [first, ...others] = shown.scenarios;
  const names = shown.scenarios.join(', ');
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
