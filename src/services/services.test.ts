/** Every endpoint of the contract has one method, which sends its input to that endpoint. */
import { api, families } from '@contract/api';
import type { Name } from '@contract/api';
import { headers } from '@contract/kernel/conventions';
import { mockEndpoint, startFakeHost, fakeHostUrl } from '../../tests/kit/screens/fake-host';
import { setApiUrl } from './api';
import type { Call, CallOptions } from './call';
import { requestOf } from './request';
import { services, servicesOf } from './services';
import type { Services } from './services';

startFakeHost();
beforeAll(() => setApiUrl(fakeHostUrl));

type MethodName = { [F in keyof Services]: keyof Services[F] }[keyof Services];
type Same<A, B> = [A, B] extends [B, A] ? true : never;
type AnyMethod = (input?: object, options?: CallOptions) => Promise<unknown>;

const members = Object.entries(families).flatMap(([family, table]) =>
  (Object.keys(table) as Name[]).map((name) => [family, name] as const),
);
function methodOf(of: Services, family: string, name: Name): AnyMethod {
  const method = (of as unknown as Partial<Record<string, Partial<Record<Name, AnyMethod>>>>)[family]?.[name];
  if (method === undefined) throw new Error(`${family} has no ${name}`);
  return method;
}

it('offers each endpoint of the contract in one family only', () => {
  // Does not compile when an endpoint has no method, or a method has no endpoint.
  const isComplete: Same<MethodName, Name> = true;
  expect(isComplete).toBe(true);
  expect(members.map(([, name]) => name).toSorted()).toEqual(Object.keys(api).toSorted());
});

it('passes the name, the input and the options of each method to the call', async () => {
  const call = jest.fn(() => Promise.resolve('the response'));
  const bound = servicesOf(call as unknown as Call);
  for (const [family, name] of members) {
    const [input, options] = [{ params: { id: name } }, { token: family }];
    await expect(methodOf(bound, family, name)(input, options)).resolves.toBe('the response');
    expect(call).toHaveBeenLastCalledWith(name, input, options);
  }
  expect(call).toHaveBeenCalledTimes(members.length);
});

it('builds the request from the method and path in each name', () => {
  const identity = { token: undefined };
  for (const [, name] of members) {
    const params = Object.fromEntries([...name.matchAll(/:([A-Za-z]+)/g)].map(([, key = '']) => [key, `the ${key}`]));
    const { method, url } = requestOf(name, { params } as never, identity);
    expect(`${method} ${url}`).toBe(name.replace(/:([A-Za-z]+)/g, 'the%20$1'));
  }
});

it('sends query, body, files and options as the endpoint takes them', async () => {
  const listed = mockEndpoint('GET /user/feeds/search/:username', { data: [], total: 0, nextCursor: null });
  await services.feeds['GET /user/feeds/search/:username']({ params: { username: 'ada' }, query: { limit: 2 } }, { token: 'other' });
  expect(listed).toMatchObject([{ token: 'other', params: { username: 'ada' } }]);
  expect(listed[0]?.query.toString()).toBe('limit=2');

  const tipped = mockEndpoint('POST /wallet/charges/tip/:id', null as never);
  await services.wallet['POST /wallet/charges/tip/:id']({ params: { id: 'a' }, body: { price: 5 } }, { idempotencyKey: 'key-1' });
  expect(tipped).toMatchObject([{ params: { id: 'a' }, body: { price: 5 } }]);
  expect(tipped[0]?.headers.get(headers.idempotencyKey)).toBe('key-1');

  const sent = mockEndpoint('POST /performers/documents/upload', null as never);
  await services.performers['POST /performers/documents/upload']({
    body: { type: 'idVerification' },
    files: { file: new File(['x'], 'x.png') },
  });
  expect(sent).toMatchObject([{ body: { type: 'idVerification', file: expect.anything() as unknown } }]);

  const read = mockEndpoint('GET /users/me', null as never);
  await services.users['GET /users/me']();
  expect(read).toHaveLength(1);
});

it('passes on the abort signal of a call', async () => {
  mockEndpoint('GET /users/me', null as never);
  const controller = new AbortController();
  const request = services.users['GET /users/me']({}, { signal: controller.signal });
  controller.abort();
  await expect(request).rejects.toMatchObject({ error: 'offline' });
});

it('returns the same method each time, and nothing for names that are not endpoints', async () => {
  expect(services.users['GET /users/me']).toBe(services.users['GET /users/me']);
  // A promise that resolves to a service asks it for `then`, and would wait forever for a method of that name.
  await expect(Promise.resolve(services.users)).resolves.toBe(services.users);
});

it('is typed by the contract', () => {
  const isElsewhere: 'GET /users/me' extends keyof Services['feeds'] ? true : false = false;
  const uncalled = () => {
    // @ts-expect-error The body is needed.
    void services.auth['POST /auth/login']();
    // @ts-expect-error A field that the endpoint does not take.
    void services.wallet['POST /wallet/charges/tip/:id']({ params: { id: 'a' }, body: { amount: 5 } });
  };
  expect(isElsewhere).toBe(false);
  expect(uncalled).toBeDefined();
});
