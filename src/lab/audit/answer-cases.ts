import { inParallel } from '../../host/node/concurrency.ts';
import {
  type AuditMessage,
  isAccepted,
  isTimeout,
  LIFE,
  SLOW_MS,
  unsigned,
  withMethod,
} from './audit-messages.ts';
import type { AuditCase } from './case-stage.ts';
import { CAUSES } from './causes.ts';

const NOT_IMPLEMENTED = 501;

const GARBAGE: readonly AuditMessage[] = [
  unsigned('truncated JSON without a signature', Buffer.from('{"event":"order.completed","data":{')),
  unsigned('an empty body without a signature', Buffer.alloc(0)),
  unsigned('a JSON null without a signature', Buffer.from('null')),
  unsigned('bytes that are not UTF-8, without a signature', Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3])),
];

const SERVER_ERROR = 500;

const ORDERS_AT_ONCE = 50;

/** Deliveries that show how and when the receiver answers. */
export const ANSWER_CASES: readonly AuditCase[] = [
  {
    id: 'answer-time',
    title: 'The time in which genuine events are answered.',
    criterion: 'Each is answered within 5 s.',
    ...CAUSES.slow,
    orders: ['usual'],
    probeShows: null,
    run: async stage => {
      for (const status of LIFE) {
        const { message, answer } = await stage.send(stage.order.genuine(status));
        if (answer.durationMs > SLOW_MS)
          stage.fail(`${message.label} was answered after more than 5 s, or not at all`);
      }
    },
  },
  {
    id: 'other-methods',
    title: 'A genuine event as GET with and without its body, then as POST, PUT, PATCH and DELETE.',
    criterion: 'GET does not act; no method is answered with a 5xx other than 501; the POST is accepted.',
    cost: 'Links are opened by crawlers, previews and browsers. A GET that acts is executed without anyone wanting it.',
    fix: 'Route POST only, and answer 405 to other methods.',
    orders: ['usual'],
    probeShows: 'that GET did not act',
    run: async stage => {
      const genuine = stage.order.genuine('processing');
      const send = async (method: string, body = genuine.body): Promise<void> => {
        const message = withMethod(genuine, method, body);
        const { answer } = await stage.send(message);
        const isCrash = answer.status === null || (answer.status >= 500 && answer.status !== NOT_IMPLEMENTED);
        if (isCrash)
          stage.fail(
            `${message.label} must be answered without an error, but got: ${stage.textOf(answer)}`,
            isTimeout(answer) ? CAUSES.slow : null,
          );
      };
      await send('GET');
      await send('GET', null);
      await stage.expectState('placed');
      await stage.accept(genuine);
      for (const method of ['PUT', 'PATCH', 'DELETE']) await send(method);
    },
  },
  {
    id: 'garbage',
    title: 'Truncated JSON, an empty body, a JSON null and bytes that are not text, all without a signature.',
    criterion: 'Each is refused with a 4xx, without a crash, and a genuine event is accepted afterwards.',
    cost: 'A crash on bytes that anyone can send stops the receiver, and with it all webhooks. A 5xx fills the error log.',
    fix: 'Verify the signature over the raw bytes before anything is parsed, answer 401, and catch errors of the parser.',
    orders: ['usual'],
    probeShows: null,
    run: async stage => {
      for (const message of GARBAGE) {
        const { answer } = await stage.send(message);
        const isRefusal = answer.status !== null && answer.status >= 300 && answer.status < SERVER_ERROR;
        if (!isRefusal)
          stage.fail(
            `${message.label} must be refused with a 4xx, but got: ${stage.textOf(answer)}`,
            isTimeout(answer) ? CAUSES.slow : isAccepted(answer) ? CAUSES.unsignedAccepted : null,
            isAccepted(answer) ? ['unverified', 'unsigned'] : [],
          );
      }
      await stage.acceptAll(['processing']);
    },
  },
  {
    id: 'parallel-orders',
    title: 'The events of 50 orders at once.',
    criterion:
      'Each is answered with a 2xx, at the latest when it is repeated, and no order has the state or the data of another.',
    cost: 'Under load, orders get the transaction or the status of others. Nobody can tell afterwards which.',
    fix: 'Keep the data of a request in local variables, never in module or class state that survives an await.',
    orders: Array.from({ length: ORDERS_AT_ONCE }, () => 'usual' as const),
    probeShows: 'that no orders were mixed up',
    run: async stage => {
      if (stage.isStuck) {
        stage.unseen =
          'not tried: the receiver did not answer the simultaneous deliveries of an earlier case';
        return;
      }
      await inParallel(stage.orders, ORDERS_AT_ONCE, async order => {
        for (const status of LIFE) {
          if (stage.problems.length > 0) return;
          const message = order.genuine(status);
          const label = `${message.label} of one of ${ORDERS_AT_ONCE} orders at once`;
          await stage.acceptAtLast({ ...message, label }, order);
        }
      });
      await stage.expectState('end');
    },
  },
];
