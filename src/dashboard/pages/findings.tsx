import { useSignal } from '@preact/signals';
import { PageTabs } from '../parts/page-tabs.tsx';
import '../styles/judgment.css';
import { api, type Schemas } from '../api.ts';
import { count, plural, trx } from '../format.ts';
import { Empty } from '../parts/empty.tsx';
import { Check } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Instant } from '../parts/instant.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Pill } from '../parts/pill.tsx';
import { Prose } from '../parts/prose.tsx';
import { linkTo } from '../routes.ts';
import { useResource } from '../store/resource.ts';
import { severityTone } from './finding-tone.ts';
import type { PageProps } from './page-props.ts';

type Finding = Schemas['Finding'];
type Severity = Finding['severity'];

const MAX_FINDINGS = 1_000;
const RELOAD_DELAY_MS = 500;

const HEADINGS: readonly (readonly [Severity, string])[] = [
  ['error', 'Errors'],
  ['warning', 'Warnings'],
  ['info', 'Notes'],
];

/** The mistakes of the integration, with the evidence. */
export function FindingsPage({ account, id }: PageProps) {
  const isFinal = useSignal(false);
  const resource = useResource(
    `${account}/${isFinal.value}`,
    signal =>
      api.get('/_sandbox/accounts/{account}/findings', {
        path: { account },
        query: { limit: MAX_FINDINGS, ...(isFinal.value ? { final: true } : {}) },
        signal,
      }),
    event => event.type !== 'request',
    RELOAD_DELAY_MS,
  );
  return (
    <div class="sheet">
      <div class="title">
        <h1>Findings</h1>
        <PageTabs />
        {resource.data && <Tally findings={resource.data.items} isBounded={resource.data.next !== null} />}
        <div class="actions">
          <Check label="As if the tests were over" checked={isFinal} />
        </div>
      </div>
      <p class="lead">
        The sandbox knows what really happened, and compares it with what the integration did. What the
        dashboard does itself is no finding. Something that has not happened is reported once ten minutes have
        passed on the account's clock, or at once as if the tests were over.
      </p>
      <Loaded of={resource}>
        {({ items }) => <FindingList findings={items} account={account} chosen={id} />}
      </Loaded>
    </div>
  );
}

function Tally({ findings, isBounded }: { findings: readonly Finding[]; isBounded: boolean }) {
  const cost = findings.reduce((sum, { cost_trx }) => sum + (cost_trx ?? 0), 0);
  return (
    <span class="faint" aria-live="polite">
      {isBounded ? `the first ${plural(findings.length, 'finding')}` : plural(findings.length, 'finding')}
      {cost > 0 && `, costing ${trx(cost)} TRX`}
    </span>
  );
}

interface ListProps {
  readonly findings: readonly Finding[];
  readonly account: string;
  /** The id of the finding that the URL names, which is shown open. */
  readonly chosen: string | null;
}

function FindingList({ findings, account, chosen }: ListProps) {
  if (findings.length === 0) {
    return (
      <Empty icon="findings" title="Nothing was done wrong so far">
        Findings appear here as soon as the integration makes a costly mistake: an order paid twice, a refund
        that it never noticed, a forged webhook that it accepted.
      </Empty>
    );
  }
  return (
    <>
      {HEADINGS.map(([severity, heading]) => {
        const listed = findings.filter(one => one.severity === severity);
        if (listed.length === 0) return null;
        return (
          <section key={severity} class="card" aria-label={heading}>
            <header>
              <h2>{heading}</h2>
              <span class="faint">{count(listed.length)}</span>
            </header>
            <ul class="findings">
              {listed.map(finding => (
                <FindingItem
                  key={finding.id}
                  finding={finding}
                  account={account}
                  isOpen={finding.id === chosen}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function FindingItem({ finding, account, isOpen }: { finding: Finding; account: string; isOpen: boolean }) {
  const { rule, severity, message, fix, count: times, cost_trx, at } = finding;
  return (
    <li>
      <details open={isOpen}>
        <summary>
          <span class="finding-head">
            <span class="finding-mark">
              <Icon name="down" />
            </span>
            <Pill tone={severityTone(severity)} text={rule} plain />
            {times > 1 && <span class="faint">{plural(times, 'time')}</span>}
            {cost_trx !== null && cost_trx > 0 && <span class="bad">{trx(cost_trx)} TRX</span>}
            <span class="faint finding-time">
              <Instant at={at} whole />
            </span>
          </span>
          <span class="finding-message">
            <Prose text={message} />
          </span>
        </summary>
        <div class="finding-body">
          <h3>How to fix it</h3>
          <p>
            <Prose text={fix} />
          </p>
          <h3>Evidence</h3>
          <Evidence finding={finding} account={account} />
        </div>
      </details>
    </li>
  );
}

function Evidence({ finding, account }: { finding: Finding; account: string }) {
  const { orders, requests, events } = finding;
  const lists = [
    ['Orders', orders.map(id => ({ text: String(id), href: linkTo(account, 'orders', id) }))],
    ['Requests', requests.map(id => ({ text: id, href: linkTo(account, 'requests', id) }))],
    ['Webhooks', events.map(id => ({ text: id, href: linkTo(account, 'webhooks', id) }))],
  ] as const;
  const present = lists.filter(([, links]) => links.length > 0);
  if (present.length === 0) return <p class="soft">The message is all there is.</p>;
  return (
    <dl class="evidence">
      {present.map(([name, links]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {links.map(({ text, href }) => (
              <a key={href} href={href} class="mono">
                {text}
              </a>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
