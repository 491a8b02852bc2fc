import { useSignal } from '@preact/signals';
import { sumTrx } from '../../core/domain/money.ts';
import { api, forAccount } from '../control-api.ts';
import { capitalize, counted, dayAndTime, grouped, trx } from '../format.ts';
import { Facts, Instant, Links, Prose, Section } from '../parts/basics.tsx';
import { Check } from '../parts/field.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { amountColumn, type Column } from '../parts/list-table.tsx';
import { Empty } from '../parts/loading.tsx';
import { Pill, type Tone } from '../parts/pill.tsx';
import type { PageName, PageProps } from '../routes.ts';
import { account as accountSignal } from '../store/account.ts';
import { useWholeList } from '../store/list.ts';
import { useResource } from '../store/resource.ts';
import { Lanes } from './overview/order-lanes.tsx';
import { type Finding, type Group, MAX_IDS, ruleTitle, worstFirst } from './verdict.tsx';

const RELOAD_DELAY_MS = 500;
/** The number of findings of a rule that are listed one by one; later ones are counted with the last. */
const LISTED = 100;
/** The maximum number of orders in the picture of a finding. */
const PICTURED = 6;

const TONES: Readonly<Record<Finding['severity'], Tone>> = { error: 'bad', warning: 'warn', info: 'calm' };
const COLUMNS: readonly Column<Group>[] = [
  ['Rule', 'minmax(160px, 1fr) / minmax(0, 1fr) / minmax(0, 1fr)', group => ruleTitle(group.rule)],
  [
    'Severity',
    '100px / 92px / 70px',
    ({ severity }) => <Pill tone={TONES[severity]} text={severity} plain />,
  ],
  ['Times', '70px / 60px', group => grouped(group.count), 'num'],
  amountColumn('Cost (TRX)', '100px / 90px / 84px', ({ costTrx }) => costTrx),
  ['First seen', '160px / 148px', ({ findings }) => <Instant at={findings[0]!.at} whole />, 'num'],
];

/** The mistakes of the integration by rule, with the evidence. */
export function FindingsPage({ account, id }: PageProps) {
  const isFinal = useSignal(false);
  const resource = useResource(
    `${account}/${isFinal.value}`,
    signal =>
      api.list('/_sandbox/accounts/{account}/findings', {
        path: { account },
        query: isFinal.value ? { final: true } : {},
        signal,
      }),
    event => event.type !== 'request',
    RELOAD_DELAY_MS,
  );
  const groups = resource.data && worstFirst(resource.data);
  const chosen = groups?.find(({ rule, findings }) => rule === id || findings.some(one => one.id === id));
  return (
    <ListPage
      title="Findings"
      list={useWholeList({ account, place: 'findings' }, resource, groups)}
      one="finding"
      tally={groups && tallyOf(groups)}
      actions={
        <Check
          label="Include what has not happened yet"
          isOn={isFinal.value}
          onChange={isOn => (isFinal.value = isOn)}
        />
      }
      above={
        <p class="soft">
          What the integration did wrong, as the sandbox knows it. Orders and requests of the dashboard itself
          are not assessed. Something that should have happened is reported after ten minutes on the account's
          clock, or at once if you include what has not happened yet.
        </p>
      }
      columns={COLUMNS}
      keyOf={({ rule }) => rule}
      chosen={chosen?.rule ?? null}
      icon="findings"
      empty={<NoFindings account={account} />}
      detail={id && groups && <GroupDetail key={chosen?.rule} account={account} group={chosen} id={id} />}
    />
  );
}

function tallyOf(groups: readonly Group[]): string {
  if (groups.length === 0) return accountSignal.value?.recorded_since ? '' : 'no findings';
  const times = groups.reduce((sum, group) => sum + group.count, 0);
  const cost = sumTrx(groups.map(({ costTrx }) => costTrx));
  const costs = cost === null ? '' : `, costing ${trx(cost)} TRX`;
  return `${counted(groups.length, 'rule')} broken, ${counted(times, 'time')} in total${costs}`;
}

/** Says how much was assessed: rules for which nothing has happened yet have not passed. */
function NoFindings({ account }: { account: string }) {
  const rules = useResource(
    account,
    signal => forAccount(account).get('/findings/rules', { signal }),
    event => event.type !== 'request',
    RELOAD_DELAY_MS,
  );
  const since = accountSignal.value?.recorded_since;
  const assessed = rules.data?.items.filter(({ status }) => status === 'judged').length;
  return (
    <Empty icon="findings" title={since ? `No findings since ${dayAndTime(since)} UTC` : 'No findings'}>
      {since &&
        'What happened before is not recorded: the sandbox was restarted, or a snapshot was restored. '}
      {rules.data && (
        <>
          {`${assessed} of ${counted(rules.data.items.length, 'rule')} had something to assess. `}
          Findings appear here as soon as the integration makes a costly mistake: an order paid twice, a
          refund that it never noticed, a forged webhook that it accepted.
        </>
      )}
    </Empty>
  );
}

/**
 * The findings of one rule, and how to fix them.
 * @param id the rule that the URL names, or the finding, which is shown open
 */
function GroupDetail({ account, group, id }: { account: string; group: Group | undefined; id: string }) {
  if (!group) return <p class="soft">There is no finding {id}, or it no longer exists.</p>;
  const { rule, severity, count: times, costTrx, findings } = group;
  const { orders } = findings.find(one => one.id === id) ?? findings[0]!;
  const fixes = [...new Set(findings.map(({ fix }) => fix))];
  return (
    <>
      <div class="title">
        <h2 class="break">{ruleTitle(rule)}</h2>
        <Pill tone={TONES[severity]} text={severity} plain />
        <span class="soft">
          <code>{rule}</code>, {counted(times, 'time')}
          {costTrx !== null && `, ${trx(costTrx)} TRX`}
        </span>
      </div>
      <Section title="How to fix it">
        {fixes.map(fix => (
          <p key={fix}>
            <Prose text={fix} />
          </p>
        ))}
      </Section>
      {orders.length > 0 && (
        <Lanes
          account={account}
          title={`${orders.length > PICTURED ? `The first ${PICTURED} of its` : 'Its'} orders in one picture`}
          ids={orders.slice(0, PICTURED)}
        />
      )}
      {findings.length >= LISTED && (
        <p class="tail">
          The first {grouped(LISTED)} are listed one by one; later ones are counted with the last of them.
        </p>
      )}
      <ul class="card rows">
        {findings.map(finding => (
          <FindingItem
            key={finding.id}
            finding={finding}
            isOpen={finding.id === id || findings.length === 1}
          />
        ))}
      </ul>
    </>
  );
}

function FindingItem({ finding, isOpen }: { finding: Finding; isOpen: boolean }) {
  const { message, count: times, cost_trx, at } = finding;
  return (
    <li>
      <details open={isOpen}>
        <summary class="break">
          <Prose text={message} />{' '}
          <span class="soft">
            <Instant at={at} whole />
            {times > 1 && `, ${counted(times, 'time')}`}
            {cost_trx !== null && cost_trx > 0 && `, ${trx(cost_trx)} TRX`}
          </span>
        </summary>
        <div class="stack inside-pad">
          <Evidence finding={finding} />
        </div>
      </details>
    </li>
  );
}

function Evidence({ finding: { orders, requests, events: webhooks } }: { finding: Finding }) {
  const lists = Object.entries({ orders, requests, webhooks }) as [PageName, (number | string)[]][];
  const present = lists.filter(([, ids]) => ids.length > 0);
  const isPart = present.some(([, ids]) => ids.length >= MAX_IDS);
  if (present.length === 0) return <p class="soft">There are no further details.</p>;
  return (
    <>
      {isPart && <p class="tail">The first {MAX_IDS} of each kind:</p>}
      <Facts
        rows={present.map(([place, ids]) => [capitalize(place), <Links place={place} ids={ids} />, 'wide'])}
      />
    </>
  );
}
