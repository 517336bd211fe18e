/** Comparing and hashing passwords takes long: whoever waits for it holds no transaction, and so no connection of the few. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { issueLink } from '../links/links';
import { changeAccount, ownAuthority } from '../../modules/people/people';
import { password, signUpFan } from '../../../tests/kit/people/people';
import { cheapHasher, openWorld, type World } from '../../../tests/kit/host/test-host';
import type { PasswordHasher } from './hasher';

/** Entered while a transaction of the world runs. */
const inTransaction = new AsyncLocalStorage<true>();
/** For each password that was hashed or compared, whether that was in a transaction. */
let computed: boolean[] = [];

/** Notes each computation, and does it. */
const noting: PasswordHasher = {
  hash: (digest) => {
    computed.push(inTransaction.getStore() ?? false);
    return cheapHasher.hash(digest);
  },
  verify: (passwordHash, digest) => {
    computed.push(inTransaction.getStore() ?? false);
    return cheapHasher.verify(passwordHash, digest);
  },
};

let world: World;
beforeAll(async () => {
  world = await openWorld({}, { passwordHasher: noting });
  const begin = world.ctx.db.transaction.bind(world.ctx.db);
  world.ctx.db.transaction = (work, config) => inTransaction.run(true, () => begin(work, config));
});
afterAll(() => world.close());
beforeEach(() => {
  computed = [];
});

test('setting a forgotten password anew', async () => {
  const { id, email, username } = await signUpFan(world);
  const link = await issueLink(world.ctx, 'reset-password', { accountId: id, email });
  const token = new URL(link).searchParams.get('token') ?? '';
  const reset = () => world.call('POST /auth/password-reset', { body: { token, password: 'a quite different one' } });
  computed = [];
  expect((await reset()).status).toBe(200);
  expect(computed).toEqual([false]);
  expect((await world.call('POST /auth/login', { body: { username, password: 'a quite different one' } })).status).toBe(200);
  computed = [];
  expect((await reset()).refusal.error).toBe('link_invalid');
  expect(computed).toEqual([]);
});

test('changing an address, which counts only while the password is still the one that was given', async () => {
  const { id, token, email } = await signUpFan(world);
  const change = (to: string) => world.call('PUT /users', { body: { email: to, currentPassword: password } }, { token });
  computed = [];
  expect((await change(`new.${email}`)).data).toMatchObject({ email, pendingEmail: `new.${email}` });
  expect(computed).toEqual([false]);
  const changes = { email: `newer.${email}`, currentPassword: password };
  const authority = await ownAuthority(world.ctx, id, changes);
  const body = { password: 'changed in between', currentPassword: password };
  expect((await world.call('PUT /auth/users/me/password', { body }, { token })).status).toBe(200);
  await expect(changeAccount(world.ctx, id, changes, authority)).rejects.toMatchObject({ code: 'wrong_password' });
});
