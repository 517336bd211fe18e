/** Fields that no endpoint knows: refused by name where money moves and where the caller prefers it, ignored elsewhere. */
import { api, endpoint, type Name } from '@contract/api';
import { parsePart, refuseUnknown } from '@server/platform/http/parse';
import { fillWallet } from '../support/books';
import { sampleOf } from '../kit/contract/hostile-values';
import { signUpFan, signUpPerformer, type Person } from '../kit/people/people';
import { openWorld, type World } from '../kit/host/test-host';

const names = Object.keys(api) as Name[];
/** Where a sample with every field contradicts itself. */
const apart: Partial<Record<Name, unknown>> = {
  'POST /payment/wallet/top-up': { amount: 20, couponCode: 'TENTH', expectedPrice: 18, expectedTokens: 20 },
};
const parts = names.flatMap((name) =>
  (['query', 'body'] as const).flatMap((part) => {
    const schema = endpoint(name)[part];
    if (!schema) return [];
    const sent = apart[name] ?? sampleOf(schema);
    // Samples of other endpoints that contradict themselves say nothing about their fields.
    return endpoint(name).idempotent || schema.safeParse(sent).success ? [{ name, part, schema, sent }] : [];
  }),
);

test.each(parts)('$name knows every field that it declares in its $part', ({ part, schema, sent }) => {
  expect(() => refuseUnknown(sent, parsePart(schema, sent, part))).not.toThrow();
});

describe('a request with a field that is not known', () => {
  let world: World;
  let fan: Person;
  let performer: Person;
  beforeAll(async () => {
    world = await openWorld();
    [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    await fillWallet(world, fan.id, 10_000n);
  });
  afterAll(() => world.close());

  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(world.url + path, {
      method,
      headers: { authorization: fan.token, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const refusalOf = async (response: Response) => {
    const { error, issues } = (await response.json()) as { error: string; issues: { path: string }[] };
    return [response.status, error, issues.map(({ path }) => path)];
  };
  const strict = { prefer: 'respond-async, handling=strict' };

  test('moves no money', async () => {
    const tip = { price: 20, giftTo: performer.id };
    expect(await refusalOf(await send('POST', `/wallet/charges/tip/${performer.id}`, tip))).toEqual([400, 'invalid_request', ['giftTo']]);
    const line = { productId: performer.id, quantity: 1, colour: 'red' };
    const cart = { lines: [line], expectedPrice: 1 };
    expect(await refusalOf(await send('POST', '/wallet/charges/cart', cart))).toEqual([400, 'invalid_request', ['lines.0.colour']]);
    expect((await world.call('GET /users/me', {}, { token: fan.token })).data.balance).toBe(100);
  });

  test('does what is known of it elsewhere, unless the caller prefers a refusal', async () => {
    const body = { name: 'Finn', nickname: 'Finny' };
    expect((await send('PUT', '/users', body)).status).toBe(200);
    expect(await refusalOf(await send('PUT', '/users', body, strict))).toEqual([400, 'invalid_request', ['nickname']]);
    expect(await refusalOf(await send('GET', '/user/feeds?limit=5&colour=red', undefined, strict))).toEqual([
      400,
      'invalid_request',
      ['colour'],
    ]);
    const good = await send('GET', '/user/feeds?limit=5', undefined, strict);
    expect([good.status, good.headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
    expect((await send('GET', '/user/feeds?limit=5')).headers.get('preference-applied')).toBeNull();
  });
});
