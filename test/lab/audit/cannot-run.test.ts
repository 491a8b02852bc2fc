import { describe, expect, test } from 'vitest';
import { audit } from '../../../src/lab/audit/audit.ts';
import { AuditError, type AuditOptions } from '../../../src/lab/audit/options-and-result.ts';
import { CorrectReceiver, type Payload, type Received, type Reply, SECRET } from './receivers.ts';

/** Why an audit could not be run. */
async function failureOf(url: string, options: AuditOptions): Promise<string> {
  const error = await audit(url, options).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AuditError);
  return (error as AuditError).message;
}

/** Accepts only events of orders that its own system has placed. */
class OwnOrdersOnly extends CorrectReceiver {
  readonly placed = new Set<string>();

  override async handle(payload: Payload, received: Received): Promise<Reply> {
    return this.placed.has(payload.data.external_id) ? super.handle(payload, received) : 404;
  }
}

class Redirecting extends CorrectReceiver {
  override async receive(): Promise<Reply> {
    return { status: 308, location: 'https://shop.example/hooks/' };
  }
}

/** Answers everything in the same way. */
class AnsweringReceiver extends CorrectReceiver {
  readonly #status: number;

  constructor(status: number) {
    super();
    this.#status = status;
  }

  override async receive(): Promise<Reply> {
    return this.#status;
  }
}

class ClosingReceiver extends CorrectReceiver {
  override async receive(): Promise<Reply> {
    await this.crash(false);
    return 200;
  }
}

describe('an audit that cannot be run says why', () => {
  test('if nothing listens at the URL', async () => {
    const receiver = await new CorrectReceiver().start();
    const { url } = receiver;
    await receiver.close();
    expect(await failureOf(url, {})).toMatch(
      /^cannot deliver to http:\/\/127\.0\.0\.1:\d+\/hooks: ECONNREFUSED .*; start the receiver or correct the webhook URL$/,
    );
  });

  test('if something closes the connection, which may be TLS', async () => {
    await using receiver = await new ClosingReceiver().start();
    expect(await failureOf(receiver.url, {})).toMatch(
      /: the connection was closed .*; check whether the receiver crashed, or whether it uses TLS: then the URL begins with https:\/\/$/,
    );
  });

  test.each([
    [404, 'so it may be the URL: check that the receiver takes POST requests at this path.'],
    [405, 'so it may be the URL'],
    [500, 'which is an error within the receiver: its log tells more.'],
  ])('if everything is answered %i', async (status, hint) => {
    await using receiver = await new AnsweringReceiver(status).start();
    const message = await failureOf(receiver.url, {});
    expect(message).toContain(`Both deliveries were answered ${status}, ${hint}`);
    expect(message).not.toContain('so it may be the signature');
  });

  test('if the receiver has another secret', async () => {
    await using receiver = await new CorrectReceiver().start();
    const message = await failureOf(receiver.url, { secret: 'another' });
    expect(message).toContain('refused the first genuine delivery, order.processing, so nothing was judged.');
    expect(message).toContain('Status: 401\nFirst line of the body: (empty)\n');
    expect(message).toContain(
      'Signature: the one that was sent is correct for these bytes and the given secret.\nThe same delivery signed with another secret was answered the same way, so it may be the signature',
    );
  });

  test('if the receiver knows only orders of its own system', async () => {
    await using receiver = await new OwnOrdersOnly().start();
    const message = await failureOf(receiver.url, { secret: SECRET });
    expect(message).toContain('Status: 404');
    expect(message).toContain(
      'was answered differently (401), so the receiver accepts this signature and refuses the event for another reason: probably because it does not know the order. An event can overtake the response',
    );
    expect(message).toContain('pass --place COMMAND');
  });

  test('if the URL redirects', async () => {
    await using receiver = await new Redirecting().start();
    expect(await failureOf(receiver.url, { secret: SECRET })).toContain(
      'It redirects to https://shop.example/hooks/. The service does not follow redirects',
    );
  });

  test.each<[string, string, AuditOptions, string]>([
    ['a URL of another scheme', 'ftp://127.0.0.1/', {}, 'url: ftp: is not supported for webhooks'],
    ['an empty URL', '', {}, 'url: it is empty; pass the URL of the receiver'],
    [
      'a URL without a scheme',
      'localhost:3000/hooks',
      {},
      'url: "localhost:3000/hooks" lacks http:// or https://; did you mean http://localhost:3000/hooks?',
    ],
    ['an empty secret', 'http://127.0.0.1:9/', { secret: '' }, 'secret: it is empty'],
    [
      'an unknown option',
      'http://127.0.0.1:9/',
      { apiKey: 'x' } as object,
      'unknown option "apiKey"; did you mean "api_key"?',
    ],
    [
      'an unknown case',
      'http://127.0.0.1:9/',
      { only: ['duplicates'] },
      'only: there is no case "duplicates"; did you mean "duplicate"?',
    ],
    [
      'a probe without a placeholder',
      'http://127.0.0.1:9/',
      { probe: 'http://127.0.0.1:9/orders' },
      'probe: the URL must contain {external_id} or {order_id}',
    ],
    ['a probe that is no URL', 'http://127.0.0.1:9/', { probe: 'x/{order_id}' }, 'probe: expected an http'],
  ])('for %s', async (_, url, options, expected) => {
    expect(await failureOf(url, options)).toContain(expected);
  });

  test('if the probe does not answer', async () => {
    await using receiver = await new CorrectReceiver().start();
    const options = { secret: SECRET, only: ['duplicate'], probe: 'http://127.0.0.1:9/{external_id}' };
    expect(await failureOf(receiver.url, options)).toMatch(/^probe: GET .* failed: ECONNREFUSED/);
  });

  test('if the command fails, or places no order', async () => {
    await using receiver = await new CorrectReceiver().start();
    const options = { secret: SECRET, only: ['genuine'] };
    const failing = await failureOf(receiver.url, { ...options, place: 'echo no such shop; exit 3' });
    expect(failing).toBe(
      'place: the command exited with 3: echo no such shop; exit 3\nits output:\nno such shop',
    );
    const idle = await failureOf(receiver.url, { ...options, place: 'exit 0' });
    expect(idle).toContain(
      'placed no order with the external_id that it was given: the sandbox has got no order',
    );
  });
});
