import { useEffect, useRef } from 'preact/hooks';
import { eventStateName } from '../../core/text/wording.ts';
import type { Schemas } from '../api.ts';
import { count, plural, timeOfDay, trx } from '../format.ts';
import { linkTo } from '../routes.ts';
import { type Passed, passed as passedSignal } from '../store/clock.ts';
import { Icon } from './icon.tsx';

type Happening = Schemas['Happening'];

const LISTED = 100;

/** The others repeat what an order, a refund or an attempt says. */
const isListed = ({ kind, state }: Happening): boolean =>
  kind === 'settled' ? state !== 'delivered' : kind !== 'ledger' && kind !== 'retry';

/** A description of the happening, in words. */
function describeHappening(one: Happening): string {
  switch (one.kind) {
    case 'order':
      return `order ${one.order_id} → ${one.status}`;
    case 'refund':
      return `order ${one.order_id} refunded, ${trx(one.amount_trx ?? 0)} TRX`;
    case 'attempt':
      return `${one.event} of order ${one.order_id}: ${one.outcome}${one.status_code ? ` (${one.status_code})` : ''}`;
    case 'retry':
      return `${one.event} of order ${one.order_id}: retrying, attempt ${one.attempt}`;
    case 'settled':
      return `${one.event} of order ${one.order_id}: ${eventStateName({ state: one.state ?? '' })}`;
    case 'ledger':
      return `${one.entry} of ${trx(Math.abs(one.amount_trx ?? 0))} TRX${one.order_id ? `, order ${one.order_id}` : ''}`;
    case 'account':
      return `account: ${one.change}`;
  }
}

/** The page that shows what happened. */
const placeOf = (account: string, one: Happening): string =>
  one.event_id
    ? linkTo(account, 'webhooks', one.event_id)
    : one.order_id
      ? linkTo(account, 'orders', one.order_id)
      : linkTo(account, 'balance');

const dismiss = (): void => {
  passedSignal.value = null;
};

/**
 * The events that an advance has passed. The list stays while its links and the clock are used. It covers a part of the
 * page, so Escape and any other action on the page dismiss it.
 */
export function PassedList({ passed }: { passed: Passed }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const onPointer = ({ target }: Event): void => {
      if (target instanceof Element && !target.closest('header.top')) dismiss();
    };
    const onNavigation = (): void => {
      if (!section.current?.contains(document.activeElement)) dismiss();
    };
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') dismiss();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onPointer);
    addEventListener('hashchange', onNavigation);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onPointer);
      removeEventListener('hashchange', onNavigation);
    };
  }, []);
  const { account, from, to, fired, total } = passed;
  const listed = fired.filter(isListed);
  return (
    <section ref={section} class="passed" aria-label="What the clock has passed">
      <header>
        <strong>
          {timeOfDay(from)} to {timeOfDay(to)} UTC
        </strong>
        <span class="faint">{plural(total, 'action')} passed</span>
        <button type="button" class="button quiet small icon" aria-label="Dismiss the list" onClick={dismiss}>
          <Icon name="cross" />
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard. */}
      <ol tabIndex={0}>
        {listed.slice(0, LISTED).map((one, index) => (
          <li key={index}>
            <time dateTime={one.at}>{timeOfDay(one.at)}</time>
            <a href={placeOf(account, one)}>{describeHappening(one)}</a>
          </li>
        ))}
        {listed.length > LISTED && <li class="faint">and {count(listed.length - LISTED)} more</li>}
      </ol>
    </section>
  );
}
