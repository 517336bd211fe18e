/** Passkeys: made and removed in the settings, and what they open. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { accounts, passkeys } from '@server/platform/db/schema/schema';
import { openAuthenticator } from '../../../tests/kit/people/authenticator';
import { password, signUpFan } from '../../../tests/kit/people/people';
import { firstStep, switchOn } from '../../../tests/support/second-step';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { sweepChallenges } from './passkeys';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const device = () => openAuthenticator(world.ctx.config.siteUrl);
const asked = async (token: string) => (await world.call('POST /auth/passkeys/options', {}, { token })).data;
const proof = async () => (await world.call('POST /auth/passkeys/login-options', {})).data;
const keep = (token: string, answer: ReturnType<ReturnType<typeof device>['make']>, name = 'Phone') =>
  world.call('POST /auth/passkeys', { body: { name, answer } }, { token });
const logIn = (answer: ReturnType<ReturnType<typeof device>['prove']>) =>
  world.call('POST /auth/passkeys/login', { body: { answer, remember: true } });
const remove = (token: string, id: string) => world.call('DELETE /auth/passkeys/:id', { params: { id } }, { token });

async function keyed() {
  const [fan, key] = [await signUpFan(world), device()];
  const { data } = await keep(fan.token, key.make(await asked(fan.token)));
  return { ...fan, key, keyId: data._id };
}

describe('a passkey', () => {
  it('is made for the site and the person, listed, named and removed', async () => {
    const fan = await signUpFan(world);
    const options = await asked(fan.token);
    expect(options).toMatchObject({ rp: { id: new URL(world.ctx.config.siteUrl).hostname }, user: { name: fan.email } });
    const { data } = await keep(fan.token, device().make(options));
    expect(data).toMatchObject({ name: 'Phone', lastUsedAt: null });
    const rename = (token: string) =>
      world.call('PUT /auth/passkeys/:id', { params: { id: data._id }, body: { name: 'Laptop' } }, { token });
    const stranger = await signUpFan(world);
    expect((await rename(stranger.token)).refusal.error).toBe('passkey_not_found');
    expect((await remove(stranger.token, data._id)).refusal.error).toBe('passkey_not_found');
    expect((await rename(fan.token)).data.name).toBe('Laptop');
    expect((await world.call('GET /auth/passkeys', {}, { token: fan.token })).data.map(({ name }) => name)).toEqual(['Laptop']);
    expect((await remove(fan.token, data._id)).data).toEqual({ removed: true });
    expect((await world.call('GET /auth/passkeys', {}, { token: fan.token })).data).toEqual([]);
  });

  it('is not made by who does not prove who is there, nor with a wrong answer, nor twice with one', async () => {
    const fan = await signUpFan(world);
    const key = device();
    const wrong = [
      key.make(await asked(fan.token), { origin: 'https://evil.test' }),
      key.make(await asked(fan.token), { site: 'evil.test' }),
      key.make(await asked(fan.token), { isVerified: false }),
      key.make({ challenge: Buffer.from('never asked').toString('base64url') }),
      key.make(await proof()),
      key.make(await asked((await signUpFan(world)).token)),
    ];
    for (const answer of wrong) expect((await keep(fan.token, answer)).refusal.error).toBe('passkey_invalid');
    const late = key.make(await asked(fan.token));
    world.clock.advance({ minutes: 6 });
    expect((await keep(fan.token, late)).refusal.error).toBe('passkey_invalid');
    const right = key.make(await asked(fan.token));
    expect((await keep(fan.token, right)).status).toBe(200);
    expect((await keep(fan.token, right)).refusal.error).toBe('passkey_invalid');
    expect((await keep(fan.token, key.make(await asked(fan.token)))).refusal.error).toBe('passkey_invalid');
    world.clock.advance({ minutes: 11 });
    const options = await world.call('POST /auth/passkeys/options', {}, { token: fan.token });
    expect(options.refusal.error).toBe('reauthentication_required');
    expect((await keep(fan.token, right)).refusal.error).toBe('reauthentication_required');
    const [kept] = (await world.call('GET /auth/passkeys', {}, { token: fan.token })).data;
    expect((await remove(fan.token, kept?._id ?? '')).refusal.error).toBe('reauthentication_required');
    await sweepChallenges(world.ctx);
  });

  it('is one of ten at the most, and the last way in stays', async () => {
    const { id, token, keyId } = await keyed();
    const waiting = device().make(await asked(token));
    for (let count = 1; count < limits.passkeys.max; count += 1) await keep(token, device().make(await asked(token)));
    expect((await world.call('POST /auth/passkeys/options', {}, { token })).refusal.error).toBe('passkey_limit');
    expect((await keep(token, waiting)).refusal.error).toBe('passkey_limit');
    await world.ctx.db.delete(passkeys).where(eq(passkeys.accountId, id));
    const [fan, key] = [await signUpFan(world), device()];
    const { data } = await keep(fan.token, key.make(await asked(fan.token)));
    await world.ctx.db.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, fan.id));
    expect((await remove(fan.token, data._id)).refusal.error).toBe('last_sign_in_way');
    expect((await remove(token, keyId)).refusal.error).toBe('passkey_not_found');
  });
});

describe('what a passkey opens', () => {
  it('is the account, both steps at once', async () => {
    const { id, token, key } = await keyed();
    await switchOn(world, token);
    const { status, data, headers } = await logIn(key.prove(await proof()));
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toContain('media=');
    expect((await world.call('GET /users/me', {}, { token: data.token })).data._id).toBe(id);
    expect((await world.call('GET /auth/passkeys', {}, { token: data.token })).data[0]?.lastUsedAt).not.toBeNull();
    // It was the second step, too: what asks for that just now has it.
    expect((await world.call('POST /auth/two-factor/recovery-codes', {}, { token: data.token })).status).toBe(200);
  });

  it('is nothing for a wrong answer, an answer that was given before, or a device that was copied', async () => {
    const { key } = await keyed();
    const wrong = [
      key.prove(await proof(), { origin: 'https://evil.test' }),
      key.prove(await proof(), { site: 'evil.test' }),
      key.prove(await proof(), { isVerified: false }),
      key.prove({ challenge: Buffer.from('never asked').toString('base64url') }),
      device().prove(await proof()),
      { ...key.prove(await proof()), ...{ response: device().prove(await proof()).response } },
    ];
    for (const answer of wrong) expect((await logIn(answer)).refusal.error).toBe('invalid_credentials');
    const right = key.prove(await proof());
    const both = await Promise.all([logIn(right), logIn(right)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await logIn(key.prove(await proof(), { counter: 1 }))).refusal.error).toBe('invalid_credentials');
  });

  it('is nothing of a suspended account, and nothing once it was removed', async () => {
    const { id, token, key, keyId } = await keyed();
    await world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, id));
    expect((await logIn(key.prove(await proof()))).refusal.error).toBe('account_suspended');
    await world.ctx.db.update(accounts).set({ status: 'active' }).where(eq(accounts.id, id));
    await remove(token, keyId);
    expect((await logIn(key.prove(await proof()))).refusal.error).toBe('invalid_credentials');
  });

  it('is a second step after the password, for its own account alone', async () => {
    const [one, other] = [await keyed(), await keyed()];
    await switchOn(world, one.token);
    const { data } = await world.call('POST /auth/login', { body: { username: one.username, password } });
    expect(data.methods).toEqual(['totp', 'recovery', 'passkey']);
    const give = async (ticket: string, key: typeof one.key) =>
      world.call('POST /auth/two-factor/login', { body: { ticket, passkey: key.prove(await proof()) } });
    expect((await give(data.ticket, other.key)).refusal.error).toBe('code_invalid');
    expect((await give(data.ticket, one.key)).status).toBe(200);
    const ticket = await firstStep(world, one.username);
    const neither = await world.call('POST /auth/two-factor/login', { body: { ticket } });
    expect(neither.refusal.error).toBe('invalid_request');
  });

  it('is a proof of who is there, of her own account', async () => {
    const [one, other] = [await keyed(), await keyed()];
    world.clock.advance({ minutes: 11 });
    const prove = async (key: typeof one.key) =>
      world.call('POST /auth/reauthenticate', { body: { passkey: key.prove(await proof()) } }, { token: one.token });
    expect((await prove(other.key)).refusal.error).toBe('code_invalid');
    expect((await prove(one.key)).status).toBe(200);
    expect((await remove(one.token, one.keyId)).status).toBe(200);
  });
});
