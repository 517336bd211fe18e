import { eq } from 'drizzle-orm';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import * as limits from '@contract/kernel/limits';
import { accounts, mailedLinks, sessions, pendingSocialSignIns, usernameHolds } from '@server/platform/db/schema/accounts';
import { files } from '@server/platform/db/schema/files';
import { auditLog } from '@server/platform/db/schema/site';
import type { Actor } from '@server/platform/http/actor';
import { mailsTo } from '../../../tests/kit/host/mails';
import { password, signUpFan, signUpOperator, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { uploadAvatarOf } from './avatar';
import { sweepAccounts } from './sweep';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

const change = (token: string, body: object) => testHost.call('PUT /users', { body }, { token });
const me = async (token: string) => (await testHost.call('GET /users/me', {}, { token })).data;
const view = (token: string, id: string) => testHost.call('GET /users/view/:id', { params: { id } }, { token });
const search = (token: string, query: object) => testHost.call('GET /users/search', { query }, { token });

describe('the caller’s account', () => {
  it('is a fan with account fields, or a performer with a profile', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost, undefined, 'documented')];
    expect(await me(fan.token)).toMatchObject({
      isPerformer: false,
      email: fan.email,
      balance: 0,
      avatar: '/images/avatar.svg',
      hasPassword: true,
    });
    expect(await me(performer.token)).toMatchObject({
      isPerformer: true,
      email: performer.email,
      verification: 'approved',
      documents: [{}, {}],
    });
    expect(JSON.stringify(await me(fan.token))).not.toContain('argon2');
    expect((await testHost.call('GET /users/me')).errorBody.error).toBe('session_required');
  });

  it('changes only the fields that are sent', async () => {
    const fan = await signUpFan(testHost);
    const changed = await change(fan.token, {
      name: 'Fia',
      country: 'at',
      locale: 'de',
      phone: '+43 1 23456',
      privacy: { showOnline: false },
      username: `${fan.username}.new`,
    });
    expect(changed.data).toMatchObject({
      name: 'Fia',
      country: 'AT',
      locale: 'de',
      phone: '+43 1 23456',
      privacy: { showOnline: false },
      username: `${fan.username}.new`,
      email: fan.email,
    });
    expect((await change(fan.token, { phone: null })).data).toMatchObject({ phone: null, name: 'Fia' });
  });

  it('rejects unknown countries and languages', async () => {
    const fan = await signUpFan(testHost);
    expect((await change(fan.token, { country: 'ZZ' })).errorBody).toMatchObject({
      error: 'country_unknown',
      issues: [{ path: 'country' }],
    });
    expect((await change(fan.token, { locale: 'xx' })).errorBody).toMatchObject({ error: 'invalid_request', issues: [{ path: 'locale' }] });
    expect(await me(fan.token)).toMatchObject({ country: null, locale: null });
    expect((await change(fan.token, { country: null, locale: null })).status).toBe(200);
  });

  it('ignores role, balance, status, verification and id in the request', async () => {
    const fan = await signUpFan(testHost);
    const before = await me(fan.token);
    const { data } = await change(fan.token, {
      role: 'operator',
      isPerformer: true,
      balance: 99,
      status: 'suspended',
      isEmailVerified: true,
      emailVerifiedAt: new Date().toISOString(),
      verification: 'approved',
      _id: '0198c0de-0000-7000-8000-000000000001',
      avatarId: '0198c0de-0000-7000-8000-000000000001',
      passwordHash: 'x',
    });
    expect({ ...data, updatedAt: '' }).toEqual({ ...before, updatedAt: '' });
  });

  it('rejects usernames that are taken or reserved', async () => {
    const [fan, other] = [await signUpFan(testHost), await signUpFan(testHost)];
    expect((await change(fan.token, { username: other.username })).errorBody.error).toBe('username_taken');
    expect((await change(fan.token, { username: 'wallet' })).errorBody.error).toBe('username_reserved');
    expect((await change(fan.token, { username: fan.username.toUpperCase() })).status).toBe(200);
  });

  it('gives a username to exactly one of eight simultaneous requests', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => signUpFan(testHost)));
    const responses = await Promise.all(people.map(({ token }) => change(token, { username: 'coveted' })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ errorBody }) => errorBody.error === 'username_taken')).toHaveLength(7);
  });

  it('sets a first email address immediately, unconfirmed and without a password, unless another account has it', async () => {
    const [fan, other] = [await signUpFan(testHost), await signUpFan(testHost)];
    await testHost.ctx.db.update(accounts).set({ email: null, passwordHash: null }).where(eq(accounts.id, fan.id));
    expect((await change(fan.token, { email: other.email })).errorBody.error).toBe('email_taken');
    expect((await change(fan.token, { email: 'First.One@example.com' })).data).toMatchObject({
      email: 'first.one@example.com',
      pendingEmail: null,
      isEmailVerified: false,
    });
    expect(await mailsTo(testHost, 'first.one@example.com', 'verify-email')).toHaveLength(1);
  });
});

describe('searching for people', () => {
  it('matches names and usernames, never email addresses, and leaves out blocked people', async () => {
    const [performer, fan, hidden] = [
      await signUpPerformer(testHost),
      await signUpFan(testHost, 'seeker.one'),
      await signUpFan(testHost, 'seeker.two'),
    ];
    await signUpOperator(testHost, 'seeker.three');
    const found = await search(performer.token, { q: 'SEEKER', sortBy: 'username', sort: 'asc' });
    expect(found.data).toMatchObject({
      total: 2,
      nextCursor: null,
      data: [{ _id: fan.id, username: 'seeker.one', isPerformer: false }, { _id: hidden.id }],
    });
    expect(JSON.stringify(found.data)).not.toContain('@');
    expect((await search(performer.token, { q: '@example.com' })).data.total).toBe(0);
    await testHost.call('POST /block/users', { body: { targetId: performer.id } }, { token: hidden.token });
    expect((await search(performer.token, { q: 'seeker' })).data.total).toBe(1);
    expect((await search(fan.token, { q: 'seeker' })).errorBody.error).toBe('forbidden_role');
  });

  it('shows a person only to performers, to operators and to that person', async () => {
    const [performer, operator, fan, other] = [
      await signUpPerformer(testHost),
      await signUpOperator(testHost),
      await signUpFan(testHost),
      await signUpFan(testHost),
    ];
    for (const { token } of [performer, operator, fan])
      expect((await view(token, fan.id)).data).toMatchObject({ _id: fan.id, username: fan.username, isBlocked: false });
    expect(Object.keys((await view(performer.token, fan.id)).data)).not.toContain('email');
    expect((await view(fan.token, 'me')).data._id).toBe(fan.id);
    const hidden = [
      await view(other.token, fan.id),
      await view(performer.token, '0198c0de-0000-7000-8000-00000000dead'),
      await view(performer.token, 'no-id'),
    ];
    expect(hidden.map(({ errorBody }) => errorBody.error)).toEqual(Array(3).fill('user_not_found'));
  });

  it('shows people who hide their presence as offline', async () => {
    const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
    await testHost.ctx.db.update(accounts).set({ isOnline: true }).where(eq(accounts.id, fan.id));
    expect((await view(performer.token, fan.id)).data.isOnline).toBe(true);
    await change(fan.token, { privacy: { showOnline: false } });
    expect((await view(performer.token, fan.id)).data.isOnline).toBe(false);
  });
});

describe('the profile photo of an account', () => {
  const upload = async (token: string, id = 'me', image?: Blob) =>
    testHost.call('POST /users/:id/avatar/upload', { params: { id }, files: { avatar: image ?? (await sampleImage()) } }, { token });

  it('replaces and deletes the previous photo, and is public', async () => {
    const fan = await signUpFan(testHost);
    const first = await testHost.call('POST /users/avatar/upload', { files: { avatar: await sampleImage() } }, { token: fan.token });
    expect((await fetch(first.data.avatar.replace(/^https?:\/\/[^/]+/, testHost.url))).status).toBe(200);
    const second = await upload(fan.token);
    expect((await me(fan.token)).avatar).toBe(second.data.avatar);
    expect(second.data.avatar).not.toBe(first.data.avatar);
    expect(await testHost.ctx.db.select({ id: files.id }).from(files).where(eq(files.ownerId, fan.id))).toEqual([{ id: second.data._id }]);
    expect((await fetch(first.data.avatar.replace(/^https?:\/\/[^/]+/, testHost.url))).status).toBe(404);
  });

  it('is a single photo after many simultaneous uploads', async () => {
    const fan = await signUpFan(testHost);
    const responses = await Promise.all(Array.from({ length: 4 }, () => upload(fan.token)));
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(4).fill(200));
    expect(await testHost.ctx.db.$count(files, eq(files.ownerId, fan.id))).toBe(1);
  });

  it('can be changed by its owner or by an operator, which is audited', async () => {
    const [fan, other, operator] = [await signUpFan(testHost), await signUpFan(testHost), await signUpOperator(testHost)];
    expect((await upload(other.token, fan.id)).errorBody.error).toBe('not_owner');
    expect((await upload(operator.token, '0198c0de-0000-7000-8000-00000000dead')).errorBody.error).toBe('user_not_found');
    const { data } = await upload(operator.token, fan.id);
    expect((await me(fan.token)).avatar).toBe(data.avatar);
    const [entry] = await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, fan.id));
    expect(entry).toMatchObject({ actorId: operator.id, after: { avatarId: data._id } });
  });

  it('must be an intact image within the storage quota of the account', async () => {
    const fan = await signUpFan(testHost);
    expect((await upload(fan.token, 'me', new Blob(['words']))).errorBody.error).toBe('unsupported_media_type');
    const noise = await sharp({
      create: { width: 900, height: 900, channels: 3, background: '#123456', noise: { type: 'gaussian', mean: 100, sigma: 50 } },
    })
      .png()
      .toBuffer();
    const damaged = new Blob([new Uint8Array(noise.subarray(0, 5000))]);
    const uploadOwn = (avatar: Blob) => testHost.call('POST /users/avatar/upload', { files: { avatar } }, { token: fan.token });
    expect((await upload(fan.token, 'me', damaged)).errorBody.error).toBe('file_unreadable');
    expect((await uploadOwn(damaged)).errorBody.error).toBe('file_unreadable');
    await testHost.ctx.db.insert(files).values({
      id: testHost.ctx.random.id(),
      ownerId: fan.id,
      type: 'cover',
      name: 'big',
      mimeType: 'image/webp',
      size: limits.quota_bytes,
      status: 'finished',
      variants: [],
      createdAt: testHost.clock.now(),
    });
    expect((await upload(fan.token)).errorBody.error).toBe('quota_exceeded');
    expect((await uploadOwn(new Blob([new Uint8Array(noise)]))).errorBody.error).toBe('quota_exceeded');
  });
});

describe('an operator’s change of a profile photo', () => {
  it('fails if its audit entry cannot be written', async () => {
    const fan = await signUpFan(testHost);
    const now = testHost.clock.now();
    const invalidOperator: Actor = {
      id: 'no id that an entry could take',
      role: 'operator',
      rights: ['people.change'],
      isPerformer: false,
      status: 'active',
      sessionId: '',
      sessionExpiresAt: now,
      authenticatedAt: now,
      hasTwoFactor: false,
    };
    const path = join(testHost.ctx.config.dataDir, 'face.jpg');
    await writeFile(path, Buffer.from(await (await sampleImage()).arrayBuffer()));
    const client = { address: '127.0.0.1', country: null, userAgent: '' };
    await expect(uploadAvatarOf(testHost.ctx, invalidOperator, client, fan.id, { path, name: 'face.jpg' })).rejects.toThrow();
    expect((await me(fan.token)).avatar).toBe('/images/avatar.svg');
  });
});

describe('the size of a photo', () => {
  /** An image of about this size: random noise does not compress. */
  const noiseImage = async (megabytes: number): Promise<Blob> => {
    const side = Math.round(Math.sqrt((megabytes * 1_048_576) / 3));
    const bytes = await sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    return new Blob([new Uint8Array(bytes)]);
  };
  const upload = (token: string, avatar: Blob) => testHost.call('POST /users/avatar/upload', { files: { avatar } }, { token });

  it('may reach the limit but not exceed it', async () => {
    const { token } = await signUpFan(testHost);
    expect((await upload(token, await noiseImage(9.5))).status).toBe(200);
    const tooLarge = await upload(token, await noiseImage(10.5));
    expect([tooLarge.status, tooLarge.errorBody.error, tooLarge.errorBody.issues?.[0]?.path]).toEqual([413, 'too_large', 'avatar']);
    // The connection of the rejected upload stays usable.
    for (let n = 0; n < 5; n += 1) expect((await testHost.call('GET /users/me', {}, { token })).status).toBe(200);
  });
});

describe('the account sweep', () => {
  it('removes expired rows and keeps the others', async () => {
    const fan = await signUpFan(testHost);
    const remembered = (await testHost.call('POST /auth/login', { body: { username: fan.username, password, remember: true } })).data.token;
    const past = new Date(testHost.clock.now().getTime() - 1000);
    await testHost.ctx.db.insert(usernameHolds).values({ username: 'held.once', until: past });
    await testHost.ctx.db.insert(pendingSocialSignIns).values({ token: 'old', expiresAt: past });
    testHost.clock.advance({ days: 2 });
    await sweepAccounts(testHost.ctx);
    await sweepAccounts(testHost.ctx);
    expect(await testHost.ctx.db.$count(sessions, eq(sessions.accountId, fan.id))).toBe(1);
    expect((await testHost.call('GET /users/me', {}, { token: remembered })).data.username).toBe(fan.username);
    for (const table of [mailedLinks, usernameHolds, pendingSocialSignIns]) expect(await testHost.ctx.db.$count(table)).toBe(0);
  });
});
