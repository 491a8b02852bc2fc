import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../../api.ts';
import { goTo } from '../../routes.ts';
import { draftOf, setDraft } from '../../store/drafts.ts';
import type { Resource } from '../../store/resource.ts';
import { ScenarioTrial } from '../scenario-trial.tsx';
import { ChangedDialog } from './changed-dialog.tsx';
import { DeleteAnywayDialog } from './delete-anyway-dialog.tsx';
import { DetailHead } from './detail-head.tsx';
import { ScenarioEditor } from './editor.tsx';
import type { Check, ScenarioFile } from './scenario-file.ts';
import { useSaving } from './use-saving.ts';

/** Delay between the last key press and the check. */
const DEBOUNCE_MS = 300;

interface Props {
  readonly account: string;
  readonly name: string;
  /** The names of all scenarios that the account can use. */
  readonly names: readonly string[];
  readonly onChanged: () => Promise<void>;
  readonly file: ScenarioFile;
  readonly saved: string;
  readonly resource: Resource<ScenarioFile>;
}

/** Asks the server to check a text a short time after its last change. `current` is null until this text is checked. */
function useCheck(yaml: string | null): { readonly latest: Check | null; readonly current: Check | null } {
  const check = useSignal<Check | null>(null);
  const checked = useSignal<string | null>(null);
  useEffect(() => {
    if (yaml === null) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const options = { body: { yaml }, signal: controller.signal };
        check.value = await api.post('/_sandbox/scenarios/check', options);
        checked.value = yaml;
      } catch {
        // The connection banner reports a failure. A text that changed meanwhile is checked again.
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [yaml, check, checked]);
  return { latest: check.value, current: checked.value === yaml ? check.value : null };
}

interface QuestionsProps {
  readonly saving: ReturnType<typeof useSaving>;
  readonly text: string;
  /** Takes the file with this name instead of the text. */
  readonly onDiscard: (name: string) => void;
}

/** Asks what to do about a file that someone else has changed before it was saved or deleted. */
function Questions({ saving, text, onDiscard }: QuestionsProps) {
  const conflict = saving.conflict.value;
  const kept = saving.kept.value;
  return (
    <>
      {conflict && (
        <ChangedDialog
          name={conflict.name}
          text={text}
          theirs={conflict.theirs}
          onOverwrite={() =>
            saving.save({ ...conflict, yaml: text, expected: conflict.theirs?.digest ?? null })
          }
          onDiscard={() => onDiscard(conflict.name)}
          onClose={() => {
            saving.conflict.value = null;
          }}
        />
      )}
      {kept && (
        <DeleteAnywayDialog
          {...kept}
          onDelete={() => saving.remove({ digest: kept.theirs.digest, text: kept.mine })}
          onClose={() => {
            saving.kept.value = null;
          }}
        />
      )}
    </>
  );
}

/** Lets the user edit, check, try, save and activate a file. */
export function Editing({ account, name, names, onChanged, file, saved, resource }: Props) {
  const saving = useSaving({ account, name, file, resource, onChanged });
  const draft = draftOf(account, name);
  const text = draft?.text ?? saved;
  const base = draft ? draft.base : file.digest;
  const { latest, current } = useCheck(text);
  const checkedName = current?.scenario?.name ?? name;
  const replaced = checkedName !== name && names.includes(checkedName) ? checkedName : null;

  const save = (activate: boolean): void => {
    // Another scenario is replaced after a question. Otherwise, no scenario of this name may exist.
    const expected = checkedName === name ? base : replaced === null ? null : undefined;
    saving.save({ name: checkedName, yaml: text, activate, expected });
  };
  const discard = (other: string): void => {
    setDraft(account, name, null);
    if (other !== name) goTo(account, 'scenarios', other);
  };
  return (
    <>
      <DetailHead
        file={file}
        text={text}
        check={current}
        isChanged={draft !== null}
        base={base}
        isOutdated={base !== file.digest && !saving.isBusy}
        replaced={replaced}
        isBusy={saving.isBusy}
        onSave={save}
        onRevert={() => setDraft(account, name, null)}
        onRemove={saving.remove}
        onSwitch={saving.setRunning}
      />
      <ScenarioEditor
        text={text}
        readText={() => draftOf(account, name)?.text ?? saved}
        problems={latest?.problems ?? []}
        warnings={latest?.warnings ?? []}
        onInput={typed => {
          const before = draftOf(account, name);
          const of = before ? before.base : file.digest;
          setDraft(account, name, typed === saved ? null : { text: typed, base: of });
        }}
      />
      <ScenarioTrial yaml={text} canTry={current?.valid ?? false} />
      <Questions saving={saving} text={text} onDiscard={discard} />
    </>
  );
}
