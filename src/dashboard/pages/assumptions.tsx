import { useSignal } from '@preact/signals';
import { api, type Schemas } from '../api.ts';
import { Empty } from '../parts/empty.tsx';
import { Check } from '../parts/field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Pill } from '../parts/pill.tsx';
import { Prose } from '../parts/prose.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { useResource } from '../store/resource.ts';
import { AssumptionForm } from './assumption-form.tsx';
import { isChanged, textOf } from './assumption-value.ts';
import type { PageProps } from './page-props.ts';

type Assumption = Schemas['Assumption'];

/** The decisions of the sandbox where the specification is silent, with the values that apply to this account. */
export function AssumptionsPage({ account }: PageProps) {
  const search = useSignal('');
  const changedOnly = useSignal(false);
  const resource = useResource(
    account,
    signal => api.get('/_sandbox/assumptions', { query: { account }, signal }),
    event => event.type === 'happening' && event.data.kind === 'account',
  );
  return (
    <div class="sheet">
      <h1>Assumptions</h1>
      <p class="lead">
        Where the specification leaves a question open, the sandbox makes an assumption. Each assumption has a
        name, and most can be changed: here for this account, through the control API, or for all accounts
        with <code>assumptions</code> in the config file.
      </p>
      <div class="filters">
        <SearchField text={search} name="Search assumptions" hint="Search name, section, reason" />
        <Check label="Changed only" checked={changedOnly} />
      </div>
      <Loaded of={resource}>
        {({ items }) => (
          <List
            account={account}
            onChanged={resource.reload}
            rows={items.filter(
              row =>
                (!changedOnly.value || isChanged(row)) &&
                `${row.name} ${row.section} ${row.reason}`
                  .toLowerCase()
                  .includes(search.value.trim().toLowerCase()),
            )}
          />
        )}
      </Loaded>
    </div>
  );
}

const LONG = 90;

function Value({ row }: { row: Assumption }) {
  const text = textOf(row.value);
  if (text.length <= LONG) return <code class="break">{text}</code>;
  return (
    <details>
      <summary>
        <code class="break">{text.slice(0, LONG)}…</code>
      </summary>
      <code class="break">{text}</code>
    </details>
  );
}

interface ListProps {
  readonly account: string;
  readonly rows: readonly Assumption[];
  readonly onChanged: () => Promise<void>;
}

function List({ account, rows, onChanged }: ListProps) {
  const edited = useSignal<string | null>(null);
  if (rows.length === 0) return <Empty icon="assumptions" title="No matching assumptions" />;
  return (
    <ul class="assumptions card">
      {rows.map(row => (
        <li key={row.name}>
          <div class="stack tight">
            <span class="row tight">
              <code class="strong break">{row.name}</code>
              {isChanged(row) && <Pill tone="accent" plain text="changed" />}
              {!row.changeable && <Pill tone="mute" plain text="fixed" />}
            </span>
            <span class="faint">{row.section}</span>
          </div>
          <p class="soft break">
            <Prose text={row.reason} />
          </p>
          {edited.value === row.name ? (
            <AssumptionForm
              account={account}
              row={row}
              onSaved={onChanged}
              onClose={() => {
                // Another one may be edited by now.
                if (edited.value === row.name) edited.value = null;
              }}
            />
          ) : (
            <Current
              row={row}
              onEdit={() => {
                edited.value = row.name;
              }}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The value in force, with a button to change it. */
function Current({ row, onEdit }: { row: Assumption; onEdit: () => void }) {
  return (
    <div class="assumption-value">
      <div class="stack tight">
        <Value row={row} />
        {isChanged(row) && <span class="faint break">default {textOf(row.default)}</span>}
        {row.allowed !== null && <span class="faint break">{row.allowed}</span>}
      </div>
      {row.changeable && (
        <button type="button" class="button small" aria-label={`Change ${row.name}`} onClick={onEdit}>
          Change
        </button>
      )}
    </div>
  );
}
