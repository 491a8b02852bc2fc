import { linkTo, route } from '../routes.ts';
import { info } from '../store/account.ts';

/** Says that an account does not exist, and which ones do. */
export function MissingAccount({ name }: { name: string }) {
  const accounts = info.value?.accounts ?? [];
  return (
    <div class="sheet">
      <h1>Account {name} does not exist</h1>
      <p class="lead">
        {accounts.length === 0
          ? 'The sandbox has no accounts. Create one with the menu at the top.'
          : 'It may have been deleted, or the sandbox was restarted. Open another one, or create one with the menu at the top:'}
      </p>
      <ul class="bullets">
        {accounts.map(one => (
          <li key={one}>
            <a class="inline break" href={linkTo(one, route.value.page)}>
              {one}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
