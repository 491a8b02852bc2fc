import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { useDebounced } from '../../parts/hooks.ts';
import { Icon } from '../../parts/icon.tsx';
import { accountName } from '../../store/account.ts';
import { useResource } from '../../store/resource.ts';
import {
  actionEntries,
  type Entry,
  findRecords,
  listEntries,
  namedEntries,
  pageEntries,
  ranked,
} from './entries.ts';

const TYPING_PAUSE_MS = 150;
const MAX_PLACES = 12;
const LONGEST_SEARCH = 200;
const LIST_ID = 'palette-list';
const HINT_ID = 'palette-hint';

/** Everything that matches the text: pages, actions and names at once, records when they have been found. */
function useEntries(account: string, text: string): readonly Entry[] {
  const wanted = text.trim().toLowerCase().slice(0, LONGEST_SEARCH);
  const settled = useDebounced(wanted, TYPING_PAUSE_MS);
  const records = useResource(settled === '' ? null : `${account}?${settled}`, signal =>
    findRecords(account, settled, signal),
  );
  const places = [...pageEntries(account), ...actionEntries(account)];
  if (wanted === '') return places;
  return [
    ...ranked([...places, ...namedEntries(account)], wanted, MAX_PLACES),
    ...(settled === wanted ? (records.data ?? []) : []),
    ...listEntries(account, text.trim()),
  ];
}

/** The index that a key selects; null if it selects none. */
function moved(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at + count - 1) % count;
  if (key === 'PageDown') return Math.min(count - 1, at + 8);
  return key === 'PageUp' ? Math.max(0, at - 8) : null;
}

/** One search over orders, webhooks, requests, error codes, scenarios, accounts, pages and actions. */
export function Palette({ onClose }: { onClose: () => void }) {
  const text = useSignal('');
  /** The key of the selected entry; null: the first. Entries that are found later do not move the selection. */
  const chosen = useSignal<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const entries = useEntries(accountName.value ?? '', text.value);
  const selected = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosen.value),
  );
  useEffect(() => {
    list.current?.children[selected]?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const choose = (entry: Entry | undefined): void => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  return (
    <Dialog title="Search everything" onClose={onClose}>
      <div class="palette">
        <input
          class="input"
          type="text"
          role="combobox"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={LIST_ID}
          aria-activedescendant={entries.length > 0 ? `${LIST_ID}-${selected}` : undefined}
          aria-describedby={HINT_ID}
          autocomplete="off"
          spellcheck={false}
          value={text.value}
          onInput={event => {
            text.value = event.currentTarget.value;
            chosen.value = null;
          }}
          onKeyDown={event => {
            if (event.key === 'Enter') {
              // The key must not press a button of the dialog that the entry opens.
              event.preventDefault();
              choose(entries[selected]);
            }
            const next = moved(event.key, selected, entries.length);
            if (next === null) return;
            event.preventDefault();
            chosen.value = entries[next]?.key ?? null;
          }}
        />
        <p id={HINT_ID} class="faint">
          Finds orders, external_ids, addresses, events, error codes, pages and actions.
        </p>
        <Results entries={entries} selected={selected} list={list} onChoose={choose} />
      </div>
    </Dialog>
  );
}

interface ResultsProps {
  readonly entries: readonly Entry[];
  readonly selected: number;
  readonly list: { current: HTMLDivElement | null };
  readonly onChoose: (entry: Entry) => void;
}

function Results({ entries, selected, list, onChoose }: ResultsProps) {
  return (
    <div id={LIST_ID} ref={list} role="listbox" aria-label="Results">
      {entries.map((entry, index) => (
        // biome-ignore lint/a11y: see above.
        <div
          key={entry.key}
          id={`${LIST_ID}-${index}`}
          role="option"
          aria-selected={index === selected}
          title={`${entry.text}, ${entry.side}`}
          onClick={() => onChoose(entry)}
        >
          <Icon name={entry.icon} />
          <span class="clip">{entry.text}</span>
          <span class="side clip">{entry.side}</span>
        </div>
      ))}
    </div>
  );
}
