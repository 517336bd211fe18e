/** Hashing and verifying passwords is slow, so it must happen outside of transactions, which would hold one of few connections. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { issueLink } from '../links/links';
import { changeAccount, authorityOfOwner } from '../people/change';
import { password, signUpFan } from '../../../tests/kit/people/people';
import { cheapHasher, openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import type { PasswordHasher } from './hasher';

/** Set while a transaction runs. */
const inTransaction = new AsyncLocalStorage<true>();
/** For each hash or verification: whether it ran in a transaction. */
let inTransactionCalls: boolean[] = [];

/** Records each computation, then does it. */
const recordingHasher: PasswordHasher = {
  hash: (digest) => {
    inTransactionCalls.push(inTransaction.getStore() ?? false);
    return cheapHasher.hash(digest);
  },
  verify: (passwordHash, digest) => {
    inTransactionCalls.push(inTransaction.getStore() ?? false);
    return cheapHasher.verify(passwordHash, digest);
  },
};

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost({}, { passwordHasher: recordingHasher });
  const begin = testHost.ctx.db.transaction.bind(testHost.ctx.db);
  testHost.ctx.db.transaction = (work, config) => inTransaction.run(true, () => begin(work, config));
});
afterAll(() => testHost.close());
beforeEach(() => {
  inTransactionCalls = [];
});

test('resetting a password hashes outside of the transaction', async () => {
  const { id, email, username } = await signUpFan(testHost);
  const link = await issueLink(testHost.ctx, 'reset-password', { accountId: id, email });
  const token = new URL(link).searchParams.get('token') ?? '';
  const reset = () => testHost.call('POST /auth/password-reset', { body: { token, password: 'a quite different one' } });
  inTransactionCalls = [];
  expect((await reset()).status).toBe(200);
  expect(inTransactionCalls).toEqual([false]);
  expect((await testHost.call('POST /auth/login', { body: { username, password: 'a quite different one' } })).status).toBe(200);
  inTransactionCalls = [];
  expect((await reset()).errorBody.error).toBe('link_invalid');
  expect(inTransactionCalls).toEqual([]);
});

test('changing an address verifies the password outside of the transaction, and fails if the password has changed since', async () => {
  const { id, token, email } = await signUpFan(testHost);
  const change = (to: string) => testHost.call('PUT /users', { body: { email: to, currentPassword: password } }, { token });
  inTransactionCalls = [];
  expect((await change(`new.${email}`)).data).toMatchObject({ email, pendingEmail: `new.${email}` });
  expect(inTransactionCalls).toEqual([false]);
  const changes = { email: `newer.${email}`, currentPassword: password };
  const authority = await authorityOfOwner(testHost.ctx, id, changes);
  const body = { password: 'changed in between', currentPassword: password };
  expect((await testHost.call('PUT /auth/users/me/password', { body }, { token })).status).toBe(200);
  await expect(changeAccount(testHost.ctx, id, changes, authority)).rejects.toMatchObject({ code: 'wrong_password' });
});
