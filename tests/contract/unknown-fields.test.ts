/**
 * Undeclared fields: rejected with their name where money moves, prices are set or operators decide, and where the caller prefers
 * strict handling; ignored elsewhere.
 */
import { api, endpoint, type Name } from '@contract/api';
import { rejectsUndeclaredFields } from '@contract/kernel/endpoint';
import { z } from 'zod';
import { parsePart, rejectUnknownFields } from '@server/platform/http/parse';
import { fillWallet } from '../kit/money/ledger';
import { sampleOf } from '../kit/contract/hostile-values';
import { openConversation } from '../kit/talk/conversations';
import { signUpFan, signUpOperator, signUpPerformer, type Person } from '../kit/people/people';
import { openTestHost, type TestHost } from '../kit/host/test-host';

const names = Object.keys(api) as Name[];
/** Samples for endpoints whose generated sample, which has every field, is contradictory. */
const consistentSamples: Partial<Record<Name, unknown>> = {
  'POST /payment/wallet/top-up': { amount: 20, couponCode: 'TENTH', expectedPrice: 18, expectedTokens: 20 },
};
const parts = names.flatMap((name) =>
  (['query', 'body'] as const).flatMap((part) => {
    const schema = endpoint(name)[part];
    if (!schema) return [];
    const sampleInput = consistentSamples[name] ?? sampleOf(schema);
    // Contradictory samples of other endpoints show nothing about unknown fields.
    return endpoint(name).idempotent || schema.safeParse(sampleInput).success ? [{ name, part, schema, sampleInput }] : [];
  }),
);

test.each(parts)('$name accepts every field that it declares in its $part', ({ part, schema, sampleInput }) => {
  expect(() => rejectUnknownFields(sampleInput, parsePart(schema, sampleInput, part))).not.toThrow();
});

describe('a request with an undeclared field', () => {
  let testHost: TestHost;
  let fan: Person;
  let performer: Person;
  let operator: Person;
  beforeAll(async () => {
    testHost = await openTestHost();
    [fan, performer, operator] = [await signUpFan(testHost), await signUpPerformer(testHost), await signUpOperator(testHost)];
    await fillWallet(testHost, fan.id, 10_000n);
  });
  afterAll(() => testHost.close());

  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    fetch(testHost.url + path, {
      method,
      headers: { authorization: fan.token, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const rejectionOf = async (response: Response) => {
    const { error, issues } = (await response.json()) as { error: string; issues: { path: string }[] };
    return [response.status, error, issues.map(({ path }) => path)];
  };
  const strictHeader = { prefer: 'respond-async, handling=strict' };

  test('is rejected before money moves', async () => {
    const tip = { price: 20, giftTo: performer.id };
    expect(await rejectionOf(await send('POST', `/wallet/charges/tip/${performer.id}`, tip))).toEqual([400, 'invalid_request', ['giftTo']]);
    const line = { productId: performer.id, quantity: 1, colour: 'red' };
    const cart = { lines: [line], expectedPrice: 1 };
    expect(await rejectionOf(await send('POST', '/wallet/charges/cart', cart))).toEqual([400, 'invalid_request', ['lines.0.colour']]);
    expect((await testHost.call('GET /users/me', {}, { token: fan.token })).data.balance).toBe(100);
  });

  const strictEndpoints = names.filter((name) => rejectsUndeclaredFields(name.split(' ')[0] ?? '', endpoint(name)));
  // Contradictory samples, and forms without their files, are rejected for another reason.
  const sampled = strictEndpoints.filter((name) => {
    const { body, files } = endpoint(name);
    if (files !== undefined) return false;
    return body === undefined || body.safeParse(sampleOf(body)).success;
  });
  test('is rejected by most endpoints of operators and money', () => expect(sampled.length).toBeGreaterThan(60));

  test.each(sampled)('is rejected by %s', async (name) => {
    const { body, params, access } = endpoint(name);
    const token = [access].flat().includes('operator')
      ? operator.token
      : [access].flat().includes('performer')
        ? performer.token
        : fan.token;
    const [method = '', path = ''] = name.split(' ');
    const pathWithIds = path.replaceAll(/:(\w+)/g, (_all, param: string) =>
      String((sampleOf(params ?? z.object()) as Record<string, unknown>)[param]),
    );
    const fields = body === undefined ? {} : (sampleOf(body) as object);
    const response = await send(method, pathWithIds, { ...fields, giftTo: performer.id }, { authorization: token });
    expect(await rejectionOf(response)).toEqual([400, 'invalid_request', ['giftTo']]);
  });

  test('differs from one with the type of a message, which is accepted if it agrees with the files', async () => {
    const messages = `/messages/conversations/${await openConversation(testHost, fan, performer)}`;
    expect((await send('POST', messages, { text: 'Hello', type: 'text' })).status).toBe(200);
    expect(await rejectionOf(await send('POST', messages, { text: 'Hello', type: 'media' }))).toEqual([400, 'invalid_request', ['type']]);
  });

  test('is accepted elsewhere and the field is ignored, unless the caller prefers strict handling', async () => {
    const body = { name: 'Finn', nickname: 'Finny' };
    expect((await send('PUT', '/users', body)).status).toBe(200);
    expect(await rejectionOf(await send('PUT', '/users', body, strictHeader))).toEqual([400, 'invalid_request', ['nickname']]);
    expect(await rejectionOf(await send('GET', '/user/feeds?limit=5&colour=red', undefined, strictHeader))).toEqual([
      400,
      'invalid_request',
      ['colour'],
    ]);
    const accepted = await send('GET', '/user/feeds?limit=5', undefined, strictHeader);
    expect([accepted.status, accepted.headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
    expect((await send('GET', '/user/feeds?limit=5')).headers.get('preference-applied')).toBeNull();
  });
});
