import { describe, expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { type ControlledSandbox, startControlled } from './support.ts';

const ORDER = { package_id: 1, address: RECIPIENT };
const SHOP = { path: { account: 'shop' } };

/** Two servers; the first has the account `shop` with an order. */
async function startTwo(): Promise<
  AsyncDisposable & { here: ControlledSandbox; there: ControlledSandbox; key: string }
> {
  const here = await startControlled();
  const there = await startControlled();
  const made = await here.control.call('createNamedAccount', {
    ...SHOP,
    body: { clock: 'manual', balance_trx: 50 },
  });
  await here.sandbox.api.as(made.api_key).order({ ...ORDER, external_id: 'first' });
  return {
    here,
    there,
    key: made.api_key,
    [Symbol.asyncDispose]: async () => {
      await here[Symbol.asyncDispose]();
      await there[Symbol.asyncDispose]();
    },
  };
}

describe('an account that is handed over', () => {
  test('continues on another server with its API key, orders, balance and due work', async () => {
    await using two = await startTwo();
    const { here, there, key } = two;
    const file = await here.control.call('handOverAccount', SHOP);
    const imported = await there.control.call('importAccount', { ...SHOP, body: file });
    expect(imported).toMatchObject({ name: 'shop', orders: 1, keys: 1, trouble: null });
    const api = there.sandbox.api.as(key);
    const again = await api.order({ ...ORDER, external_id: 'first' });
    expect(again.data).toMatchObject({ idempotent: true, external_id: 'first' });
    const before = await here.control.call('listEvents', SHOP);
    await there.control.call('advanceClock', { ...SHOP, body: { until: 'idle' } });
    expect((await api.status({ external_id: 'first' })).data).toMatchObject({ status: 'completed' });
    const after = await there.control.call('listEvents', SHOP);
    const ids = after.items.map(({ event_id }) => event_id);
    expect(ids).toEqual(expect.arrayContaining(before.items.map(({ event_id }) => event_id)));
    expect(new Set(ids).size).toBe(5);
    expect(await there.control.call('listLedger', SHOP)).toEqual(await here.control.call('listLedger', SHOP));
  });

  test('executes nothing where it was: requests and changes get 503, reads and its deletion work', async () => {
    await using two = await startTwo();
    const { control, sandbox } = two.here;
    const file = await control.call('handOverAccount', SHOP);
    expect(await control.call('handOverAccount', SHOP)).toEqual(file);
    const api = sandbox.api.as(two.key);
    const refused = await api.order({ ...ORDER, external_id: 'second' });
    expect([refused.status, refused.json]).toEqual([503, { success: false, error: 'SERVICE_UNAVAILABLE' }]);
    expect(refused.headers['x-sandbox-explain']).toContain('is being moved to another server');
    for (const call of ['resetAccount', 'deposit', 'advanceClock'] as const) {
      const body = { deposit: { amount_trx: 1 }, advanceClock: { by: '1s' }, resetAccount: undefined }[call];
      const answer = await control.raw(
        'POST',
        `/_sandbox/accounts/shop/${{ resetAccount: 'reset', deposit: 'deposit', advanceClock: 'clock/advance' }[call]}`,
        { body },
      );
      expect([call, answer.status, answer.body.error]).toEqual([call, 503, 'ACCOUNT_HANDED_OVER']);
    }
    const shown = await control.call('getAccount', SHOP);
    expect(shown.trouble).toMatchObject({ code: 'ACCOUNT_HANDED_OVER' });
    expect((await control.call('getInfo')).degraded).toMatchObject([{ code: 'ACCOUNT_HANDED_OVER' }]);
    await control.call('deleteAccount', SHOP);
    expect(await control.refusal('getAccount', SHOP)).toMatchObject({
      outcome: expect.stringContaining('404'),
    });
  });

  test('continues where it was if the handover is canceled, and other accounts never stop', async () => {
    await using two = await startTwo();
    const { control, sandbox } = two.here;
    await control.call('handOverAccount', SHOP);
    expect((await sandbox.api.order({ ...ORDER, external_id: 'other' })).status).toBe(202);
    expect((await control.call('cancelHandover', SHOP)).trouble).toBeNull();
    expect((await sandbox.api.as(two.key).order({ ...ORDER, external_id: 'second' })).status).toBe(202);
    await control.call('advanceClock', { ...SHOP, body: { until: 'idle' } });
    expect((await sandbox.api.as(two.key).status({ external_id: 'first' })).data).toMatchObject({
      status: 'completed',
    });
  });

  test('is not imported over an account, under another name, with a foreign key or with damage', async () => {
    await using two = await startTwo();
    const { here, there } = two;
    const file = await here.control.call('handOverAccount', SHOP);
    const refused = async (body: unknown, account = 'shop'): Promise<string> =>
      (await there.control.refusal('importAccount', { path: { account }, body })).outcome;
    expect(await refused(file, 'other')).toBe('400 INVALID_REQUEST body.account');
    expect(await refused({ ...file, account: 'me' }, 'me')).toBe('401 API_KEY_REQUIRED header.authorization');
    expect(await refused({ ...file, state: { ...file.state, balanceSun: 1 } })).toContain(
      '400 SNAPSHOT_INVALID',
    );
    const { keys } = there.sandbox.state;
    const stolen = (file.state as unknown as { keys: object[] }).keys.map(key => ({
      ...key,
      digest: keys[0]!.digest,
    }));
    expect(await refused({ ...file, state: { ...file.state, keys: stolen } })).toBe(
      '400 SNAPSHOT_INVALID body.state.keys[0].digest',
    );
    expect((await there.control.call('listAccounts')).items).toHaveLength(1);
    await there.control.call('importAccount', { ...SHOP, body: file });
    expect(await refused(file)).toBe('409 ACCOUNT_EXISTS params.account');
  });

  test('has a real clock that includes the time of the move, and resets to its origin', async () => {
    await using two = await startTwo();
    const { here, there } = two;
    const made = await here.control.call('createNamedAccount', {
      path: { account: 'live' },
      body: { clock: 'real', balance_trx: 9 },
    });
    const file = await here.control.call('handOverAccount', { path: { account: 'live' } });
    const hourAgo = new Date(Date.parse(file.host_time) - 3_600_000).toISOString();
    const imported = await there.control.call('importAccount', {
      path: { account: 'live' },
      body: { ...file, host_time: hourAgo },
    });
    const passed = Date.parse(imported.clock.now) - Date.parse(file.taken_at);
    expect(passed).toBeGreaterThanOrEqual(3_600_000);
    await there.control.call('setBalance', { path: { account: 'live' }, body: { balance_trx: 1 } });
    expect((await there.control.call('resetAccount', { path: { account: 'live' } })).balance_trx).toBe(9);
    expect((await there.sandbox.api.as(made.api_key).balance()).data).toEqual({ balance_trx: 9 });
  });
});

describe('a handover with a destination', () => {
  const TO = { to: 'http://127.0.0.1:4014/' };
  const ADDRESS = 'http://127.0.0.1:4014';

  test('is named in refusals and in the trouble of the account, and accepts no other destination', async () => {
    await using two = await startTwo();
    const { control, sandbox } = two.here;
    const file = await control.call('handOverAccount', { ...SHOP, body: TO });
    expect((await control.call('getAccount', SHOP)).trouble).toMatchObject({
      handover: { to: ADDRESS, host_time: file.host_time },
    });
    expect(await control.call('handOverAccount', SHOP)).toEqual(file);
    expect(await control.call('handOverAccount', { ...SHOP, body: { to: ADDRESS } })).toEqual(file);
    expect(
      await control.refusal('handOverAccount', { ...SHOP, body: { to: 'http://127.0.0.1:4015' } }),
    ).toEqual({
      outcome: '400 INVALID_REQUEST body.to',
      message: expect.stringContaining(`is already being moved to ${ADDRESS}`),
    });
    const refused = await sandbox.api.as(two.key).balance();
    expect(refused.headers['x-sandbox-explain']).toContain(`the account shop is being moved to ${ADDRESS};`);
  });

  test('that is named later is recorded, at the time of the first call', async () => {
    await using two = await startTwo();
    const { control } = two.here;
    const file = await control.call('handOverAccount', SHOP);
    expect((await control.call('getAccount', SHOP)).trouble).toMatchObject({ handover: { to: null } });
    expect(await control.call('handOverAccount', { ...SHOP, body: TO })).toEqual(file);
    expect((await control.call('getAccount', SHOP)).trouble).toMatchObject({
      handover: { to: ADDRESS, host_time: file.host_time },
    });
  });

  test.each([
    ['ftp://127.0.0.1', 'another scheme'],
    ['127.0.0.1:4014', 'no scheme'],
    ['http://user:secret@127.0.0.1', 'credentials'],
    ['http://127.0.0.1/\u00e9', 'a character that no header can have'],
    [`http://127.0.0.1/${'x'.repeat(1_000)}`, 'too many characters'],
  ])('is refused if it is %s (%s), and the account continues', async to => {
    await using two = await startTwo();
    const { control } = two.here;
    const { outcome } = await control.refusal('handOverAccount', { ...SHOP, body: { to } });
    expect(outcome).toBe('400 INVALID_REQUEST body.to');
    expect((await control.call('getAccount', SHOP)).trouble).toBeNull();
  });

  test('is named where the account was until an account of that name exists again', async () => {
    await using two = await startTwo();
    const { here, there, key } = two;
    const { control, sandbox } = here;
    const revoked = await control.call('createKey', { ...SHOP, body: {} });
    await control.call('revokeKey', { path: { account: 'shop', key: 'key-2' } });
    const file = await control.call('handOverAccount', { ...SHOP, body: TO });
    await there.control.call('importAccount', { ...SHOP, body: file });
    await control.call('deleteAccount', SHOP);

    const explained = expect.stringMatching(
      /^the account shop was moved to http:\/\/127\.0\.0\.1:4014 at \S+Z; call it there$/,
    );
    const refused = await sandbox.api.as(key).order({ ...ORDER, external_id: 'second' });
    expect([refused.status, refused.json]).toEqual([503, { success: false, error: 'SERVICE_UNAVAILABLE' }]);
    expect(refused.headers['x-sandbox-explain']).toEqual(explained);
    expect(await control.refusal('getAccount', SHOP)).toEqual({
      outcome: '404 ACCOUNT_NOT_FOUND params.account',
      message: explained,
    });
    const me = { path: { account: 'me' }, headers: { authorization: `Bearer ${key}` } };
    expect(await control.refusal('getAccount', me)).toEqual({
      outcome: '404 ACCOUNT_NOT_FOUND header.authorization',
      message: explained,
    });
    expect((await sandbox.api.as(revoked.api_key).balance()).status).toBe(401);

    const back = await there.control.call('handOverAccount', SHOP);
    await control.call('importAccount', { ...SHOP, body: back });
    expect((await sandbox.api.as(key).balance()).status).toBe(200);
    await control.call('deleteAccount', SHOP);
    expect((await sandbox.api.as(key).balance()).status).toBe(401);
  });
});

describe('the import of a canceled handover', () => {
  test('is refused where it was refused, while a later handover is imported', async () => {
    await using two = await startTwo();
    const { here, there, key } = two;
    const file = await here.control.call('handOverAccount', SHOP);
    const { host_time } = file;
    expect(await there.control.call('refuseImport', { ...SHOP, body: { host_time } })).toEqual({
      name: 'shop',
      host_time,
    });
    expect(await there.control.refusal('importAccount', { ...SHOP, body: file })).toEqual({
      outcome: '400 SNAPSHOT_INVALID body.host_time',
      message: expect.stringContaining('was canceled'),
    });
    const later = new Date(Date.parse(host_time) + 1).toISOString();
    await there.control.call('importAccount', { ...SHOP, body: { ...file, host_time: later } });
    expect((await there.sandbox.api.as(key).balance()).status).toBe(200);
  });

  test('cannot be refused any more once the account exists, nor for a name that no account can have', async () => {
    await using two = await startTwo();
    const { here, there } = two;
    const file = await here.control.call('handOverAccount', SHOP);
    await there.control.call('importAccount', { ...SHOP, body: file });
    const refusal = async (account: string, host_time: string) =>
      (await there.control.refusal('refuseImport', { path: { account }, body: { host_time } })).outcome;
    expect(await refusal('shop', file.host_time)).toBe('409 ACCOUNT_EXISTS params.account');
    expect(await refusal('-shop', file.host_time)).toBe('400 INVALID_REQUEST params.account');
    expect(await refusal('other', 'yesterday')).toBe('400 INVALID_REQUEST body.host_time');
  });
});

describe('a server behind a load balancer', () => {
  test('redirects creation to the path of the account, with the given name or a new one', async () => {
    await using started = await startControlled({ behindBalancer: true });
    const { control } = started;
    const named = await control.answer('createAccount', { body: { name: 'shop' } });
    expect([named.status, named.headers.location, named.body.error]).toEqual([
      307,
      'accounts/shop',
      'CREATE_BY_NAME',
    ]);
    const unnamed = await Promise.all([control.answer('createAccount'), control.answer('createAccount')]);
    const locations = unnamed.map(({ headers }) => headers.location);
    expect(locations).toEqual([0, 1].map(() => expect.stringMatching(/^accounts\/account-[0-9a-f]{12}$/)));
    expect(new Set(locations).size).toBe(2);
    const made = await control.call('createNamedAccount', {
      ...SHOP,
      body: { name: 'shop', balance_trx: 3 },
    });
    expect(made.api_key).toMatch(/^ersk_shop_[0-9A-Za-z]{24}$/);
    expect(await control.refusal('createNamedAccount', SHOP)).toMatchObject({
      outcome: '409 ACCOUNT_EXISTS params.account',
    });
  });

  test('says that the name me is reserved, also to a balancer that sends the call to a path of its own', async () => {
    await using started = await startControlled({ behindBalancer: true });
    const refusals = await Promise.all([
      started.control.refusal('createAccount', { body: { name: 'me' } }),
      started.control.refusal('createNamedAccount', { ...SHOP, body: { name: 'me' } }),
    ]);
    for (const { outcome, message } of refusals) {
      expect(outcome).toBe('400 INVALID_REQUEST body.name');
      expect(message).toContain('the name me is reserved');
    }
  });

  test.each([
    ['me', undefined, '401 API_KEY_REQUIRED header.authorization'],
    ['-shop', undefined, '400 INVALID_REQUEST params.account'],
    ['a/b', undefined, '400 INVALID_REQUEST params.account'],
    ['x'.repeat(65), undefined, '400 INVALID_REQUEST params.account'],
    ['shop', { name: 'other' }, '400 INVALID_REQUEST body.name'],
  ])('does not create an account at the path %s with the body %j', async (account, body, outcome) => {
    await using started = await startControlled();
    expect(await started.control.refusal('createNamedAccount', { path: { account }, body })).toMatchObject({
      outcome,
    });
  });
});
