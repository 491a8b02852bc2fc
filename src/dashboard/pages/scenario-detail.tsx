import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api, type Schemas } from '../api.ts';
import { plural } from '../format.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Pill } from '../parts/pill.tsx';
import { goTo } from '../routes.ts';
import { readAccount } from '../store/account.ts';
import { attempt } from '../store/toasts.ts';
import { ScenarioEditor } from './scenario-editor.tsx';
import { ScenarioTrial } from './scenario-trial.tsx';

/** Stands in the address in place of a name while a scenario is written. */
export const NEW = '~new';

const TEMPLATE = `name: my-scenario
summary: The delegation takes half a minute, then it fails; the amount is back 5 s later.
orders:
  - lifecycle:
      - { after: 3s, to: delegating }
      - { after: 30s, to: failed, refund: { after: 5s } }
`;

/** So long after the last key press the text is checked. */
const PAUSE_MS = 300;

type Check = Schemas['ScenarioCheck'];

const slotOf = (account: string, name: string): string => `energy-sandbox:scenario:${account}:${name}`;

interface Props {
  readonly account: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly inLibrary: boolean;
  readonly onSaved: () => void;
}

/** The text of a scenario: the page's own for what was written here, else the library's. */
async function readText(account: string, name: string, inLibrary: boolean): Promise<string> {
  if (name === NEW) return TEMPLATE;
  const own = localStorage.getItem(slotOf(account, name));
  if (own !== null) return own;
  if (!inLibrary) throw new Error('Its text is not at hand: it was given to the account from elsewhere.');
  const { yaml } = await api.get('/_sandbox/scenarios/{name}', { path: { name } });
  if (yaml === null)
    throw new Error('The server does not have its file at hand; it can be switched on all the same.');
  return yaml;
}

/** A scenario's text, to be read, changed, tried and switched on. */
export function ScenarioWorkshop({ account, name, isActive, inLibrary, onSaved }: Props) {
  const text = useSignal<string | null>(null);
  const check = useSignal<Check | null>(null);
  const problem = useSignal<string | null>(null);
  useEffect(() => {
    readText(account, name, inLibrary).then(
      read => {
        text.value = read;
      },
      (error: Error) => {
        problem.value = error.message;
      },
    );
  }, [account, name, inLibrary, text, problem]);
  const yaml = text.value;
  useEffect(() => {
    if (yaml === null) return;
    const going = new AbortController();
    const timer = setTimeout(async () => {
      check.value = await api
        .post('/_sandbox/scenarios/check', { body: { yaml }, signal: going.signal })
        .catch(() => check.value);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      going.abort();
    };
  }, [yaml, check]);
  if (problem.value !== null) {
    return (
      <>
        <h2 class="big break">{name}</h2>
        <p class="soft break">{problem.value}</p>
      </>
    );
  }
  if (yaml === null) return <p class="faint">Reading…</p>;

  const save = async (): Promise<void> => {
    const saved = check.value?.scenario?.name;
    if (!saved) return;
    const went = await attempt(
      () => api.post('/_sandbox/accounts/{account}/scenarios', { path: { account }, body: { yaml } }),
      `${saved} is on.`,
    );
    if (!went) return;
    localStorage.setItem(slotOf(account, saved), yaml);
    onSaved();
    await readAccount();
    goTo(account, 'scenarios', saved);
  };
  return (
    <>
      <Head name={name} isActive={isActive} text={yaml} check={check.value} onSave={save} />
      <ScenarioEditor
        text={yaml}
        problems={check.value?.problems ?? []}
        onInput={changed => {
          text.value = changed;
        }}
      />
      <ScenarioTrial yaml={yaml} canTry={check.value?.valid ?? false} />
    </>
  );
}

interface HeadProps {
  readonly name: string;
  readonly isActive: boolean;
  readonly text: string;
  readonly check: Check | null;
  readonly onSave: () => void;
}

function Head({ name, isActive, text, check, onSave }: HeadProps) {
  const scenario = check?.scenario;
  return (
    <>
      <div class="title">
        <h2 class="big break">{name === NEW ? 'A new scenario' : name}</h2>
        {isActive && <Pill tone="good" text="on" />}
        <div class="actions">
          <CopyButton text={text} name="Copy the file" label="Copy" />
          <button type="button" class="button main" disabled={!check?.valid} onClick={onSave}>
            <Icon name="check" /> {isActive ? 'Save' : 'Save and switch on'}
          </button>
        </div>
      </div>
      {scenario && <p class="soft break">{scenario.summary}</p>}
      {scenario?.magic_address && (
        <p class="row tight">
          <span class="soft">Picked by the address</span>
          <code class="break">{scenario.magic_address}</code>
          <CopyButton text={scenario.magic_address} name="Copy the magic address" />
        </p>
      )}
      <p role="status" class={check === null || check.valid ? 'good' : 'bad'}>
        {verdictOf(check)}
      </p>
    </>
  );
}

function verdictOf(check: Check | null): string {
  if (check === null) return 'Checking…';
  if (!check.valid) return `${plural(check.problems.length, 'problem')} to mend.`;
  const { requests = 0, orders = 0, webhooks = 0 } = check.scenario ?? {};
  const rules = [
    requests && plural(requests, 'rule for requests', 'rules for requests'),
    orders && plural(orders, 'rule for orders', 'rules for orders'),
    webhooks && plural(webhooks, 'rule for webhooks', 'rules for webhooks'),
  ].filter(Boolean);
  return `In order: ${rules.join(', ') || 'no rules'}.`;
}
