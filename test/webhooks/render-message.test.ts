import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventPayload } from '../../src/contract/json/service-json.ts';
import type { SendPlan } from '../../src/core/engine/account-state.ts';
import { CORRUPTIONS, explainCorruption, receiverDuty } from '../../src/core/scenario/rule-effects.ts';
import { explainSignature } from '../../src/core/webhook/signature.ts';
import { createMessage, renderMessage } from '../../src/webhooks/render-message.ts';
import { planOf, rentedAccount, SECRET } from './rented.ts';

const DELEGATED = 2;
const state = rentedAccount(['delegating', 'delegated']);
const payload = eventPayload(state, state.events[DELEGATED]!);
const again = planOf(DELEGATED, { number: 2 });

const jsonOf = (body: Buffer) => JSON.parse(body.toString());
const verdictOf = ({ headers, body }: ReturnType<typeof renderMessage>) =>
  explainSignature({ body, header: headers['X-Webhook-Signature'], secret: SECRET });
const corrupted = (corrupt: (typeof CORRUPTIONS)[number], plan: SendPlan = again) =>
  renderMessage(state, { ...plan, corrupt });

describe('a plain message', () => {
  const message = renderMessage(state, planOf(DELEGATED));

  it('carries the payload as JSON, and the headers that the specification names', () => {
    const digest = createHmac('sha256', Buffer.from(SECRET, 'utf8')).update(message.body).digest('hex');
    expect(message.body.toString()).toBe(JSON.stringify(payload));
    expect(message.headers).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': expect.stringContaining('energy-rental-sandbox'),
      'X-Webhook-Event': 'order.delegated',
      'X-Webhook-Id': expect.stringMatching(/^order-1-order\.delegated-[0-9a-f]{12}$/),
      'X-Webhook-Signature': `sha256=${digest}`,
    });
    expect(message.headers['X-Webhook-Id']).toBe(payload.event_id);
  });

  it('has the same bytes at every attempt, even if the order has progressed', () => {
    const later = rentedAccount(['delegating', 'delegated', 'undelegating', 'completed']);
    expect(renderMessage(later, again)).toEqual(message);
  });
});

describe('a message that waits for its delivery', () => {
  it('has the URL and the secret of the moment at which it was created', () => {
    const changing = rentedAccount(['delegating', 'delegated']);
    const message = createMessage(changing, planOf(DELEGATED));
    changing.webhook = { url: 'http://127.0.0.1:2/', secret: `${SECRET}_rotated` };
    expect(message.url).toBe('http://127.0.0.1:1/');
    expect(message.render()).toEqual(renderMessage(state, planOf(DELEGATED)));
    expect(message.render()).not.toEqual(renderMessage(changing, planOf(DELEGATED)));
  });

  it('has an empty URL if the webhook URL was removed before', () => {
    expect(createMessage(rentedAccount([], null), planOf(0)).url).toBe('');
  });
});

describe('the corruptions', () => {
  it.each(CORRUPTIONS)(
    '%s has a one-sentence explanation, and is accepted or refused for its signature',
    name => {
      expect(explainCorruption(name)).toMatch(/^[A-Z][^\n]*\b(finds|shows)\b[^\n]*\.$/);
      const { valid } = verdictOf(corrupted(name));
      if (receiverDuty(name) !== 'either') expect(valid).toBe(receiverDuty(name) === 'accept');
    },
  );

  it.each(CORRUPTIONS)('%s sends valid JSON whose event_id is in the header', name => {
    const { headers, body } = corrupted(name);
    expect(jsonOf(body).event_id).toBe(headers['X-Webhook-Id']);
  });

  it.each([
    ['wrong-secret', 'secret-or-bytes'],
    ['missing-prefix', 'prefix'],
    ['upper-case-hex', 'case'],
    ['stale-signature', 'secret-or-bytes'],
  ] as const)('%s breaks the signature (%s) and nothing else', (name, why) => {
    const plain = renderMessage(state, again);
    const message = corrupted(name);
    expect(verdictOf(message)).toMatchObject({ valid: false, why });
    expect(message.body).toEqual(plain.body);
    expect({ ...message.headers, 'X-Webhook-Signature': '' }).toEqual({
      ...plain.headers,
      'X-Webhook-Signature': '',
    });
  });

  it('missing-prefix contains the correct digest', () => {
    const right = renderMessage(state, again).headers['X-Webhook-Signature'];
    expect(`sha256=${corrupted('missing-prefix').headers['X-Webhook-Signature']}`).toBe(right);
  });

  it('upper-case-hex leaves the prefix in lowercase', () => {
    expect(corrupted('upper-case-hex').headers['X-Webhook-Signature']).toMatch(/^sha256=[0-9A-F]{64}$/);
  });

  it("stale-signature carries the signature of the order's previous event", () => {
    const previous = renderMessage(state, planOf(DELEGATED - 1));
    expect(corrupted('stale-signature').headers['X-Webhook-Signature']).toBe(
      previous.headers['X-Webhook-Signature'],
    );
  });

  it("stale-signature signs an earlier created_at if the event is the order's first", () => {
    const message = corrupted('stale-signature', planOf(0));
    const older = { ...jsonOf(message.body), created_at: '2025-12-31T23:59:00.000Z' };
    expect(jsonOf(message.body).created_at).toBe('2026-01-01T00:00:00.000Z');
    expect(verdictOf(message).valid).toBe(false);
    expect(verdictOf({ ...message, body: Buffer.from(JSON.stringify(older)) })).toEqual({ valid: true });
  });

  it('altered-body changes only refunded, after signing', () => {
    const message = corrupted('altered-body');
    expect(jsonOf(message.body)).toEqual({ ...payload, data: { ...payload.data, refunded: true } });
    expect(message.headers).toEqual(renderMessage(state, again).headers);
  });

  it('reserialised has the same values in bytes that no serializer writes', () => {
    const { body, headers } = corrupted('reserialised');
    expect(jsonOf(body)).toEqual(payload);
    expect(body.toString()).not.toBe(JSON.stringify(jsonOf(body)));
    expect(body.toString()).toContain('"price_trx" : 6.0');
    expect(headers['X-Webhook-Event']).toBe('order.delegated');
  });

  it('unknown-event names the same unknown kind in header, event, event_id and status', () => {
    const { body, headers } = corrupted('unknown-event');
    expect(headers['X-Webhook-Event']).toBe('order.paused');
    expect(headers['X-Webhook-Id']).toMatch(/^order-1-order\.paused-[0-9a-f]{12}$/);
    expect(jsonOf(body)).toEqual({
      ...payload,
      event: 'order.paused',
      event_id: headers['X-Webhook-Id'],
      data: { ...payload.data, status: 'paused' },
    });
  });

  it('extra-field adds unknown fields at the top level and in data, and keeps the known ones', () => {
    const { added_later, data, ...top } = jsonOf(corrupted('extra-field').body);
    const { added_later: nested, ...known } = data;
    expect({ ...top, data: known }).toEqual(payload);
    expect(added_later).toEqual(expect.any(String));
    expect(nested).toEqual(expect.any(Object));
  });

  it.each([
    [['delegating'], 1, 'order.failed'],
    [['failed'], 1, 'order.completed'],
  ] as const)(
    'wrong-event-header names a different event than the body after %j',
    (statuses, event, header) => {
      const message = renderMessage(
        rentedAccount(statuses),
        planOf(event, { corrupt: 'wrong-event-header' }),
      );
      expect(message.headers['X-Webhook-Event']).toBe(header);
      expect(jsonOf(message.body).event).toBe(`order.${statuses[0]}`);
    },
  );

  it.each([
    ['the second copy', { ...planOf(DELEGATED), kind: 'copy', copy: 2 }],
    ['a retry', planOf(DELEGATED, { number: 2 })],
    ['a manual resend', { ...planOf(DELEGATED), kind: 'resend', ordinal: 1 }],
  ] as const)('same-id-other-bytes contradicts the first attempt in %s', (_what, plan) => {
    const { body, headers } = corrupted('same-id-other-bytes', plan);
    expect(headers['X-Webhook-Id']).toBe(payload.event_id);
    expect(jsonOf(body)).toEqual({
      ...payload,
      data: {
        ...payload.data,
        status: 'failed',
        error_code: 'ORDER_FAILED',
        updated_at: '2026-01-01 00:00:19',
      },
    });
  });

  it('same-id-other-bytes does not change the first attempt', () => {
    expect(corrupted('same-id-other-bytes', planOf(DELEGATED))).toEqual(renderMessage(state, again));
  });

  it('same-id-other-bytes calls a failed order completed', () => {
    const message = renderMessage(
      rentedAccount(['failed']),
      planOf(1, { number: 2, corrupt: 'same-id-other-bytes' }),
    );
    expect(jsonOf(message.body).data).toMatchObject({ status: 'completed', error_code: null });
  });
});
