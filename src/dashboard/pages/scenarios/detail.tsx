import { useEffect } from 'preact/hooks';
import { CallError } from '../../api.ts';
import { draftOf, guardDraft } from '../../store/drafts.ts';
import { useResource } from '../../store/resource.ts';
import { Editing } from './editing.tsx';
import { readFile } from './save-scenario.ts';
import type { ScenarioFile } from './scenario-file.ts';

interface Props {
  readonly account: string;
  readonly name: string;
  /** The names of all scenarios that the account can use. */
  readonly names: readonly string[];
  readonly onChanged: () => Promise<void>;
}

/** Shows the file of a scenario as it runs, and lets the user edit, check, try, save and activate it. */
export function ScenarioDetail(props: Props) {
  const { account, name } = props;
  const resource = useResource(
    `${account}/${name}`,
    signal => readFile(account, name, signal),
    event => event.type === 'happening' && event.data.kind === 'account',
  );
  useEffect(() => guardDraft(account, name), [account, name]);
  const { data, error } = resource;
  const isGone = error instanceof CallError && error.status === 404;
  if (isGone && !(data && draftOf(account, name))) {
    return (
      <>
        <h2 class="big break">{name}</h2>
        <p class="soft break">This account has no scenario of this name. It may have been deleted.</p>
      </>
    );
  }
  if (!data) return <p class="faint">{error ? error.message : 'Loading…'}</p>;
  if (data.yaml === null) return <WithoutText file={data} />;
  const file = isGone ? withoutFile(data) : data;
  return <Editing {...props} file={file} saved={data.yaml} resource={resource} />;
}

function WithoutText({ file }: { file: ScenarioFile }) {
  return (
    <>
      <h2 class="big break">{file.name}</h2>
      <p class="soft break">{file.summary}</p>
      <p class="soft">
        The server does not have the text of this scenario: it was activated by an older version. It can be
        activated and selected like any other.
      </p>
    </>
  );
}

/** The file while its draft outlives it: someone else has deleted it. */
const withoutFile = (file: ScenarioFile): ScenarioFile => ({
  ...file,
  digest: null,
  own: false,
  active: false,
  replaces_built_in: false,
});
