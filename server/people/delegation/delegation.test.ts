/** Delegates: how they join, that their actions are recorded, and that access ends immediately. */
import { and, desc, eq, like } from 'drizzle-orm';
import { accounts, performerHelpers, sessions } from '@server/platform/db/schema/accounts';
import { delegateActions } from '@server/platform/db/schema/delegation';
import { performerBlockedCountries, performers } from '@server/platform/db/schema/performers';
import { auditLog, mails } from '@server/platform/db/schema/site';
import * as limits from '@contract/kernel/limits';
import { openSocket } from '../../../tests/kit/host/test-socket';
import { eventually } from '../../../tests/kit/timing/eventually';
import { mailedInvitationToken, delegateTo } from '../../../tests/kit/people/delegation';
import { password, signUpFan, signUpOperator, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
type TestPerson = { token: string; id: string; username: string; email: string };
let ada: TestPerson;

beforeAll(async () => {
  testHost = await openTestHost();
  ada = await signUpPerformer(testHost, undefined, 'documented');
});
afterAll(() => testHost.close());

const rights = ['content' as const];
const withToken = ({ token }: { token: string }) => ({ token });
const errorOf = async (response: Promise<{ errorBody?: { error: string } }>): Promise<string | undefined> =>
  (await response).errorBody?.error;
const invite = (email: string, person = ada) => testHost.call('POST /performer/helpers', { body: { email, rights } }, withToken(person));
const accept = (token: string, person: TestPerson) => testHost.call('POST /helping/accept', { body: { token } }, withToken(person));
const viewInvitation = (token: string, person: TestPerson) =>
  testHost.call('GET /helping/invitation', { query: { token } }, withToken(person));
const remove = (id: string, person = ada) => testHost.call('DELETE /performer/helpers/:id', { params: { id } }, withToken(person));
const begin = (id: string, person: TestPerson) => testHost.call('POST /helping/:id/begin', { params: { id } }, withToken(person));
const post = (token: string, text = 'From the two of us') =>
  testHost.call('POST /performer/feeds', { body: { type: 'text', text, audience: 'public' } }, { token });
const lastEntry = async () => (await testHost.ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
const invitationToken = (email: string): Promise<string> => mailedInvitationToken(testHost, email);
/** A delegate of `performer`, with the token of a delegate session and the id of the delegation. */
async function delegateOf(performer = ada): Promise<TestPerson & { delegationId: string; sessionToken: string }> {
  const ben = await signUpFan(testHost);
  return { ...ben, ...(await delegateTo(testHost, performer, ben)) };
}
const isEnded = async (token: string) => (await testHost.call('GET /users/me', {}, { token })).status === 401;

describe('an invitation', () => {
  test('is mailed, can be accepted once by its recipient, and is invalid after a newer one or when withdrawn', async () => {
    const [ben, other] = [await signUpFan(testHost), await signUpFan(testHost)];
    const { data } = await invite(ben.email);
    expect(data).toMatchObject({ email: ben.email, person: null, rights, acceptedAt: null });
    expect(await lastEntry()).toMatchObject({ action: 'helping.invite', actorId: ada.id, after: { email: ben.email } });
    const oldToken = await invitationToken(ben.email);
    testHost.clock.advance({ seconds: 1 });
    const again = await invite(ben.email);
    const token = await invitationToken(ben.email);
    expect(await errorOf(accept(oldToken, ben))).toBe('link_invalid');
    expect(await errorOf(accept(token, other))).toBe('link_invalid');
    expect(await errorOf(viewInvitation(token, other))).toBe('link_invalid');
    expect((await viewInvitation(token, ben)).data).toMatchObject({ performer: { _id: ada.id }, rights });
    expect((await accept(token, ben)).data).toMatchObject({ _id: again.data._id, performer: { _id: ada.id }, rights });
    expect(await errorOf(accept(token, ben))).toBe('link_invalid');
    expect(await errorOf(invite(ben.email))).toBe('already_so');
    expect((await testHost.call('GET /performer/helpers', {}, withToken(ada))).data).toMatchObject([
      { person: { _id: ben.id }, expiresAt: null },
    ]);
    expect((await testHost.call('GET /helping', {}, withToken(ben))).data).toMatchObject([{ performer: { _id: ada.id } }]);
    expect((await testHost.call('GET /users/me', {}, withToken(ben))).data.helps).toEqual([{ _id: again.data._id, name: ada.username }]);
    const { data: withdrawn } = await invite(other.email);
    await remove(withdrawn._id);
    expect(await errorOf(accept(await invitationToken(other.email), other))).toBe('link_invalid');
    await remove(again.data._id);
  });

  test('expires, and is rejected for operators, for the performer, and for an existing delegate', async () => {
    const ben = await signUpFan(testHost);
    await invite(ben.email);
    const token = await invitationToken(ben.email);
    await testHost.ctx.db.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, ben.id));
    expect(await errorOf(accept(token, ben))).toBe('operator_cannot_help');
    expect(await errorOf(viewInvitation(token, ben))).toBe('operator_cannot_help');
    await testHost.ctx.db.update(accounts).set({ role: 'user' }).where(eq(accounts.id, ben.id));
    await testHost.ctx.db.update(performerHelpers).set({ expiresAt: testHost.clock.now() }).where(eq(performerHelpers.email, ben.email));
    expect(await errorOf(accept(token, ben))).toBe('link_invalid');
    expect(await errorOf(invite(ada.email))).toBe('self_not_allowed');
    const helper = await delegateOf();
    await testHost.ctx.db.update(accounts).set({ email: 'moved@example.com' }).where(eq(accounts.id, helper.id));
    await invite('moved@example.com');
    expect(await errorOf(accept(await invitationToken('moved@example.com'), helper))).toBe('already_so');
    await testHost.ctx.db.update(accounts).set({ email: 'ada-moved@example.com' }).where(eq(accounts.id, ada.id));
    await testHost.ctx.db.update(performerHelpers).set({ email: 'ada-moved@example.com' }).where(eq(performerHelpers.email, ben.email));
    await testHost.ctx.db
      .update(performerHelpers)
      .set({ expiresAt: new Date(testHost.clock.now().getTime() + 60_000) })
      .where(eq(performerHelpers.email, 'ada-moved@example.com'));
    expect(await errorOf(accept(token, ada))).toBe('self_not_allowed');
    expect(await errorOf(viewInvitation(token, ada))).toBe('self_not_allowed');
    await testHost.ctx.db.delete(performerHelpers);
  });

  test('requires reauthentication, is limited in number, and cannot be managed by other accounts', async () => {
    const now = testHost.clock.now();
    const rows = Array.from({ length: limits.delegatesMax }, (_none, index) => ({
      id: testHost.ctx.random.id(),
      performerId: ada.id,
      email: `crowd${String(index)}@example.com`,
      rights,
      tokenHash: `crowd ${String(index)}`,
      invitedAt: now,
      updatedAt: now,
      expiresAt: now,
    }));
    await testHost.ctx.db.insert(performerHelpers).values(rows);
    expect(await errorOf(invite('late@example.com'))).toBe('helper_limit');
    const another = await signUpPerformer(testHost);
    const id = rows[0]?.id ?? '';
    const change = (person: TestPerson) =>
      testHost.call('PUT /performer/helpers/:id', { params: { id }, body: { rights } }, withToken(person));
    expect(await errorOf(change(another))).toBe('helper_not_found');
    expect(await errorOf(remove(id, another))).toBe('helper_not_found');
    expect(await errorOf(begin(id, another))).toBe('helper_not_found');
    expect(await errorOf(testHost.call('DELETE /helping/:id', { params: { id } }, withToken(another)))).toBe('helper_not_found');
    await testHost.ctx.db
      .update(sessions)
      .set({ authenticatedAt: new Date(0) })
      .where(eq(sessions.accountId, ada.id));
    expect(await errorOf(invite('late@example.com'))).toBe('reauthentication_required');
    expect(await errorOf(change(ada))).toBe('reauthentication_required');
    await testHost.ctx.db.update(sessions).set({ authenticatedAt: testHost.clock.now() }).where(eq(sessions.accountId, ada.id));
    await testHost.ctx.db.delete(performerHelpers);
  });
});

describe('a delegate session', () => {
  test('publishes in the name of the performer; the audit log and the performer’s own pages name the delegate', async () => {
    const ben = await delegateOf();
    expect(await lastEntry()).toMatchObject({ action: 'helping.begin', actorId: ben.id, targetId: ada.id });
    const { data } = await post(ben.sessionToken);
    expect(data).toMatchObject({ performer: { _id: ada.id } });
    expect(await lastEntry()).toMatchObject({
      action: 'helping.act',
      actorId: ben.id,
      targetId: ada.id,
      after: { did: 'POST /performer/feeds', item: data._id },
    });
    const actions = await testHost.call('GET /performer/helpers/acts', {}, withToken(ada));
    expect(actions.data.data[0]).toMatchObject({ by: { _id: ben.id }, did: 'Create a post: published, scheduled or as a draft.' });
    expect(actions.data.data[0]?.about).toEqual({ title: 'Post “From the two of us”', link: `/post/${data._id}` });
    const ownContent = await testHost.call('GET /performer/feeds', {}, withToken(ada));
    expect(ownContent.data.data.find(({ _id }) => _id === data._id)).toMatchObject({ by: ben.username });
    const publicPost = await testHost.call('GET /user/feeds/:id', { params: { id: data._id } }, withToken(await signUpFan(testHost)));
    expect(JSON.stringify(publicPost.data)).not.toContain(ben.username);
    expect((await testHost.call('GET /performer/helpers', {}, withToken(ada))).data[0]?.lastActedAt).not.toBeNull();
    await remove(ben.delegationId);
  });

  test('is audited with the values of the changed fields before and after', async () => {
    const ben = await delegateOf();
    const { data } = await post(ben.sessionToken);
    expect((await lastEntry())?.after).toMatchObject({ text: 'From the two of us', audience: 'public', status: 'active' });
    const params = { id: data._id };
    const edited = await testHost.call('PUT /performer/feeds/:id', { params, body: { text: 'From us both' } }, { token: ben.sessionToken });
    expect(edited.status).toBe(200);
    const changed = { before: { text: 'From the two of us' }, after: { text: 'From us both' } };
    const did = (name: string) => ({ did: name, item: data._id });
    expect(await lastEntry()).toMatchObject({ before: changed.before, after: { ...did('PUT /performer/feeds/:id'), ...changed.after } });
    await testHost.call('DELETE /performer/feeds/:id', { params }, { token: ben.sessionToken });
    const deletionEntry = await lastEntry();
    expect(deletionEntry?.before).toMatchObject({ deletedAt: null });
    expect(deletionEntry?.after).toMatchObject({ ...did('DELETE /performer/feeds/:id'), deletedAt: expect.any(String) as string });
    await remove(ben.delegationId);
  });

  test('is audited for each upload, but not for failed requests', async () => {
    const ben = await delegateOf();
    const id = testHost.ctx.random.id();
    const entries = await testHost.ctx.db.$count(auditLog);
    const failedDeletion = testHost.call('DELETE /performer/feeds/:id', { params: { id } }, { token: ben.sessionToken });
    expect(await errorOf(failedDeletion)).toBe('feed_not_found');
    expect(await testHost.ctx.db.$count(auditLog)).toBe(entries);
    const photo = await testHost.call(
      'POST /performer/performer-assets/photos/upload',
      { body: { title: 'Ours', audience: 'public' }, files: { photo: await sampleImage() } },
      { token: ben.sessionToken, key: 'once' },
    );
    expect(photo.status).toBe(200);
    expect(await lastEntry()).toMatchObject({ action: 'helping.act', actorId: ben.id });
    const ownContent = await testHost.call('GET /performer/performer-assets/photos/search', {}, { token: ben.sessionToken });
    expect(ownContent.data.data[0]).toMatchObject({ _id: photo.data._id, by: ben.username });
    await remove(ben.delegationId);
  });

  test('exposes only public fields of the performer', async () => {
    const ben = await delegateOf();
    await testHost.ctx.db
      .update(accounts)
      .set({
        phone: '+491701234567',
        firstName: 'Augusta',
        lastName: 'King',
        monthlySpendingLimitCents: 100n,
        pendingEmail: 'new@example.com',
      })
      .where(eq(accounts.id, ada.id));
    const publicBanking = { firstName: 'A', lastName: 'K', bankName: 'Bank', country: 'DE', last4: '1234' };
    await testHost.ctx.db
      .update(performers)
      .set({
        address: 'Lane 1',
        state: 'BE',
        zipCode: '10115',
        verificationNote: 'Fine',
        bankingShown: publicBanking,
        paypalShown: 'a@e.com',
      })
      .where(eq(performers.accountId, ada.id));
    await testHost.ctx.db.insert(performerBlockedCountries).values({ performerId: ada.id, code: 'FR' });
    const [ownAccount, delegateAccount] = [
      await testHost.call('GET /users/me', {}, withToken(ada)),
      await testHost.call('GET /users/me', {}, { token: ben.sessionToken }),
    ];
    const publicPage = await testHost.call('GET /performers/:id', { params: { id: ada.username } });
    const [ownFields, delegateFields, publicFields] = [ownAccount.data, delegateAccount.data, publicPage.data] as unknown as Record<
      string,
      unknown
    >[];
    const sharedFields = Object.keys(ownFields ?? {}).filter(
      (key) =>
        ownFields?.[key] !== null &&
        !(key in (publicFields ?? {})) &&
        JSON.stringify(ownFields?.[key]) === JSON.stringify(delegateFields?.[key]),
    );
    const allowed = ['googleConnected', 'hasTwoFactor', 'twitterConnected', 'isPerformer', 'owesSecondStep', 'rights', 'role', 'status'];
    expect(sharedFields.toSorted()).toEqual([...allowed, 'balance', 'helps', 'unread', 'updatedAt', 'verification'].toSorted());
    expect(delegateFields).toMatchObject({ email: null, documents: [], balance: 0, helper: { person: { _id: ben.id }, rights } });
    const documentId = ownAccount.data.isPerformer ? ownAccount.data.documents[0]?.file._id : '';
    const status = testHost.call('GET /files/:id/status', { params: { id: documentId ?? '' } }, { token: ben.sessionToken });
    expect(await errorOf(status)).toBe('file_not_found');
    expect(await errorOf(testHost.call('POST /files/:id/retry', { params: { id: documentId ?? '' } }, { token: ben.sessionToken }))).toBe(
      'file_not_found',
    );
    await remove(ben.delegationId);
  });

  test('cannot open an identity document, even with the performer’s URL', async () => {
    const ben = await delegateOf();
    const ownAccount = await testHost.call('GET /users/me', {}, withToken(ada));
    const url = new URL((ownAccount.data.isPerformer ? ownAccount.data.documents[0]?.file.url : null) ?? '');
    const cookieOf = async (token: string) =>
      (await testHost.call('GET /users/me', {}, { token })).headers
        .getSetCookie()
        .find((text) => text.startsWith('media='))
        ?.split(';')[0] ?? '';
    const opened = async (token: string) =>
      (await fetch(testHost.url + url.pathname + url.search, { headers: { cookie: await cookieOf(token) } })).status;
    expect(await opened(ada.token)).toBe(200);
    expect(await opened(ben.sessionToken)).toBe(403);
    await remove(ben.delegationId);
  });

  test('receives only events within its rights, and does not set the performer online', async () => {
    const ben = await delegateOf();
    const socket = await openSocket(testHost, ben.sessionToken);
    const { publish } = await import('../../platform/outbox/publish');
    const file = { _id: testHost.ctx.random.id(), type: 'feed-photo' };
    await publish(testHost.ctx, 'file/processed', [`account:${ada.id}`], { ...file, type: 'document' } as never);
    await publish(testHost.ctx, 'wallet/balance-changed', [`account:${ada.id}`], {
      change: 1,
      balance: 1,
      reason: 'charge',
      subjectId: '',
    });
    await publish(testHost.ctx, 'file/processed', [`account:${ada.id}`], file as never);
    await eventually(() => expect(socket.received('file/processed')).toMatchObject([file]));
    expect(socket.received('wallet/balance-changed')).toEqual([]);
    expect(await socket.emit('presence/watch', { accountIds: [] })).toEqual({ ok: false, error: 'forbidden_right' });
    const [row] = await testHost.ctx.db.select().from(accounts).where(eq(accounts.id, ada.id));
    expect(row?.isOnline).toBe(false);
    await remove(ben.delegationId);
    await eventually(() => expect(socket.isOpen()).toBe(false));
    socket.close();
  });
});

describe('access of a delegate', () => {
  const endings: Record<string, (ben: Awaited<ReturnType<typeof delegateOf>>, performer: TestPerson) => Promise<unknown>> = {
    'ends when the performer removes the delegate': (ben, performer) => remove(ben.delegationId, performer),
    'ends when the delegate leaves': (ben) => testHost.call('DELETE /helping/:id', { params: { id: ben.delegationId } }, withToken(ben)),
    'ends when the rights change': (ben, performer) =>
      testHost.call('PUT /performer/helpers/:id', { params: { id: ben.delegationId }, body: { rights } }, withToken(performer)),
    'ends when the delegate session logs out': (ben) => testHost.call('POST /auth/logout', {}, { token: ben.sessionToken }),
    'ends when the session that it was started from logs out': (ben) => testHost.call('POST /auth/logout', {}, withToken(ben)),
    'ends when the performer ends other sessions': (_ben, performer) => testHost.call('DELETE /auth/sessions', {}, withToken(performer)),
    'ends when the performer requests deletion': (_ben, performer) =>
      testHost.call('POST /account/deletion', { body: { currentPassword: password } }, withToken(performer)),
    'ends when the delegate requests deletion': (ben) =>
      testHost.call('POST /account/deletion', { body: { currentPassword: password } }, withToken(ben)),
    'ends when the performer is suspended': async (_ben, performer) =>
      testHost.call(
        'POST /admin/users/:id/suspend',
        { params: { id: performer.id }, body: { reason: 'Under review' } },
        withToken(await signUpOperator(testHost)),
      ),
    'ends when the delegate is suspended': async (ben) =>
      testHost.call(
        'POST /admin/users/:id/suspend',
        { params: { id: ben.id }, body: { reason: 'Under review' } },
        withToken(await signUpOperator(testHost)),
      ),
    'ends when the delegate joins the team': async (ben) => {
      await testHost.call('POST /admin/team', { body: { email: ben.email, bundle: 'support' } }, withToken(await signUpOperator(testHost)));
      const [mail] = await testHost.ctx.db
        .select({ text: mails.text })
        .from(mails)
        .where(and(eq(mails.to, ben.email), like(mails.template, 'team%')));
      await testHost.call('POST /team/accept', { body: { token: /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' } }, withToken(ben));
    },
  };
  test.each(Object.keys(endings))('%s', async (name) => {
    const performer = await signUpPerformer(testHost);
    const ben = await delegateOf(performer);
    const socket = await openSocket(testHost, ben.sessionToken);
    expect(await isEnded(ben.sessionToken)).toBe(false);
    await endings[name]?.(ben, performer);
    expect(await isEnded(ben.sessionToken)).toBe(true);
    await eventually(() => expect(socket.isOpen()).toBe(false));
    socket.close();
  });

  test('requires valid roles and statuses of both accounts at every request, and expires', async () => {
    const performer = await signUpPerformer(testHost);
    const ben = await delegateOf(performer);
    for (const [id, bad, good] of [
      [performer.id, { role: 'operator' }, { role: 'performer' }],
      [performer.id, { status: 'deleting' }, { status: 'active' }],
      [ben.id, { role: 'operator' }, { role: 'user' }],
      [ben.id, { status: 'deleting' }, { status: 'active' }],
    ] as const) {
      await testHost.ctx.db.update(accounts).set(bad).where(eq(accounts.id, id));
      expect(await isEnded(ben.sessionToken)).toBe(true);
      await testHost.ctx.db.update(accounts).set(good).where(eq(accounts.id, id));
      expect(await isEnded(ben.sessionToken)).toBe(false);
    }
    expect((await testHost.call('GET /auth/sessions', {}, withToken(ben))).data).toHaveLength(1);
    testHost.clock.advance({ seconds: limits.delegateSession_s });
    expect(await isEnded(ben.sessionToken)).toBe(true);
  });

  test('is recorded, and the records are deleted after a year', async () => {
    const { sweepDelegateActivity } = await import('./delegate-sessions');
    expect(await testHost.ctx.db.$count(delegateActions)).toBeGreaterThan(0);
    testHost.clock.advance({ seconds: limits.delegateLogRetention_s + 1 });
    await sweepDelegateActivity(testHost.ctx);
    expect(await testHost.ctx.db.$count(delegateActions)).toBe(0);
  });
});
