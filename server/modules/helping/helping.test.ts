/** Helpers: how they join, that what they do is marked, and that all of it ends at once. */
import { and, desc, eq, like } from 'drizzle-orm';
import {
  accounts,
  auditLog,
  helperActs,
  mails,
  performerBlockedCountries,
  performerHelpers,
  performers,
  sessions,
} from '@server/platform/db/schema/schema';
import * as limits from '@contract/kernel/limits';
import { listenAs } from '../../../tests/support/ear';
import { eventually } from '../../../tests/kit/timing/eventually';
import { invitationMailed, letHelp } from '../../../tests/support/helping';
import { password, signUpFan, signUpOperator, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
type Someone = { token: string; id: string; username: string; email: string };
let ada: Someone;

beforeAll(async () => {
  world = await openWorld();
  ada = await signUpPerformer(world, undefined, 'documented');
});
afterAll(() => world.close());

const rights = ['content' as const];
const by = ({ token }: { token: string }) => ({ token });
const errorOf = async (answer: Promise<{ refusal?: { error: string } }>): Promise<string | undefined> => (await answer).refusal?.error;
const invite = (email: string, who = ada) => world.call('POST /performer/helpers', { body: { email, rights } }, by(who));
const accept = (token: string, who: Someone) => world.call('POST /helping/accept', { body: { token } }, by(who));
const look = (token: string, who: Someone) => world.call('GET /helping/invitation', { query: { token } }, by(who));
const remove = (id: string, who = ada) => world.call('DELETE /performer/helpers/:id', { params: { id } }, by(who));
const begin = (id: string, who: Someone) => world.call('POST /helping/:id/begin', { params: { id } }, by(who));
const post = (token: string, text = 'From the two of us') =>
  world.call('POST /performer/feeds', { body: { type: 'text', text, audience: 'public' } }, { token });
const last = async () => (await world.ctx.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];
const mailed = (email: string): Promise<string> => invitationMailed(world, email);
/** Somebody who helps `whom`, with the token of a session in which she does. */
async function atWork(whom = ada): Promise<Someone & { helpId: string; work: string }> {
  const ben = await signUpFan(world);
  return { ...ben, ...(await letHelp(world, whom, ben)) };
}
const isOver = async (token: string) => (await world.call('GET /users/me', {}, { token })).status === 401;

describe('an invitation', () => {
  test('goes by mail, opens for its address alone, once, and not when a newer one was sent or it was taken back', async () => {
    const [ben, other] = [await signUpFan(world), await signUpFan(world)];
    const { data } = await invite(ben.email);
    expect(data).toMatchObject({ email: ben.email, person: null, rights, acceptedAt: null });
    expect(await last()).toMatchObject({ action: 'helping.invite', actorId: ada.id, after: { email: ben.email } });
    const old = await mailed(ben.email);
    world.clock.advance({ seconds: 1 });
    const again = await invite(ben.email);
    const token = await mailed(ben.email);
    expect(await errorOf(accept(old, ben))).toBe('link_invalid');
    expect(await errorOf(accept(token, other))).toBe('link_invalid');
    expect(await errorOf(look(token, other))).toBe('link_invalid');
    expect((await look(token, ben)).data).toMatchObject({ performer: { _id: ada.id }, rights });
    expect((await accept(token, ben)).data).toMatchObject({ _id: again.data._id, performer: { _id: ada.id }, rights });
    expect(await errorOf(accept(token, ben))).toBe('link_invalid');
    expect(await errorOf(invite(ben.email))).toBe('already_so');
    expect((await world.call('GET /performer/helpers', {}, by(ada))).data).toMatchObject([{ person: { _id: ben.id }, expiresAt: null }]);
    expect((await world.call('GET /helping', {}, by(ben))).data).toMatchObject([{ performer: { _id: ada.id } }]);
    expect((await world.call('GET /users/me', {}, by(ben))).data.helps).toEqual([{ _id: again.data._id, name: ada.username }]);
    const { data: gone } = await invite(other.email);
    await remove(gone._id);
    expect(await errorOf(accept(await mailed(other.email), other))).toBe('link_invalid');
    await remove(again.data._id);
  });

  test('runs out, and is refused to operators, to oneself, and twice for one performer', async () => {
    const ben = await signUpFan(world);
    await invite(ben.email);
    const token = await mailed(ben.email);
    await world.ctx.db.update(accounts).set({ role: 'operator' }).where(eq(accounts.id, ben.id));
    expect(await errorOf(accept(token, ben))).toBe('operator_cannot_help');
    expect(await errorOf(look(token, ben))).toBe('operator_cannot_help');
    await world.ctx.db.update(accounts).set({ role: 'user' }).where(eq(accounts.id, ben.id));
    await world.ctx.db.update(performerHelpers).set({ expiresAt: world.clock.now() }).where(eq(performerHelpers.email, ben.email));
    expect(await errorOf(accept(token, ben))).toBe('link_invalid');
    expect(await errorOf(invite(ada.email))).toBe('self_not_allowed');
    const helper = await atWork();
    await world.ctx.db.update(accounts).set({ email: 'moved@example.com' }).where(eq(accounts.id, helper.id));
    await invite('moved@example.com');
    expect(await errorOf(accept(await mailed('moved@example.com'), helper))).toBe('already_so');
    await world.ctx.db.update(accounts).set({ email: 'ada-moved@example.com' }).where(eq(accounts.id, ada.id));
    await world.ctx.db.update(performerHelpers).set({ email: 'ada-moved@example.com' }).where(eq(performerHelpers.email, ben.email));
    await world.ctx.db
      .update(performerHelpers)
      .set({ expiresAt: new Date(world.clock.now().getTime() + 1000) })
      .where(eq(performerHelpers.email, 'ada-moved@example.com'));
    expect(await errorOf(accept(token, ada))).toBe('self_not_allowed');
    expect(await errorOf(look(token, ada))).toBe('self_not_allowed');
    await world.ctx.db.delete(performerHelpers);
  });

  test('asks who is there, has an end of places, and is answered for nobody else', async () => {
    const now = world.clock.now();
    const rows = Array.from({ length: limits.helpersMax }, (_none, index) => ({
      ...{ id: world.ctx.chance.id(), performerId: ada.id, email: `crowd${String(index)}@example.com`, rights },
      ...{ tokenHash: `crowd ${String(index)}`, invitedAt: now, updatedAt: now, expiresAt: now },
    }));
    await world.ctx.db.insert(performerHelpers).values(rows);
    expect(await errorOf(invite('late@example.com'))).toBe('helper_limit');
    const another = await signUpPerformer(world);
    const id = rows[0]?.id ?? '';
    const change = (who: Someone) => world.call('PUT /performer/helpers/:id', { params: { id }, body: { rights } }, by(who));
    expect(await errorOf(change(another))).toBe('helper_not_found');
    expect(await errorOf(remove(id, another))).toBe('helper_not_found');
    expect(await errorOf(begin(id, another))).toBe('helper_not_found');
    expect(await errorOf(world.call('DELETE /helping/:id', { params: { id } }, by(another)))).toBe('helper_not_found');
    await world.ctx.db
      .update(sessions)
      .set({ authenticatedAt: new Date(0) })
      .where(eq(sessions.accountId, ada.id));
    expect(await errorOf(invite('late@example.com'))).toBe('reauthentication_required');
    expect(await errorOf(change(ada))).toBe('reauthentication_required');
    await world.ctx.db.update(sessions).set({ authenticatedAt: world.clock.now() }).where(eq(sessions.accountId, ada.id));
    await world.ctx.db.delete(performerHelpers);
  });
});

describe('work', () => {
  test('is for the performer, and says everywhere but to fans who did it', async () => {
    const ben = await atWork();
    expect(await last()).toMatchObject({ action: 'helping.begin', actorId: ben.id, targetId: ada.id });
    const { data } = await post(ben.work);
    expect(data).toMatchObject({ performer: { _id: ada.id } });
    expect(await last()).toMatchObject({
      action: 'helping.act',
      actorId: ben.id,
      targetId: ada.id,
      after: { did: 'POST /performer/feeds', item: data._id },
    });
    const acts = await world.call('GET /performer/helpers/acts', {}, by(ada));
    expect(acts.data.data[0]).toMatchObject({ by: { _id: ben.id }, did: 'Publish a post, or keep it as a draft or for later.' });
    expect(acts.data.data[0]?.about).toEqual({ title: 'Post “From the two of us”', link: `/post/${data._id}` });
    const own = await world.call('GET /performer/feeds', {}, by(ada));
    expect(own.data.data.find(({ _id }) => _id === data._id)).toMatchObject({ by: ben.username });
    const seen = await world.call('GET /user/feeds/:id', { params: { id: data._id } }, by(await signUpFan(world)));
    expect(JSON.stringify(seen.data)).not.toContain(ben.username);
    expect((await world.call('GET /performer/helpers', {}, by(ada))).data[0]?.lastActedAt).not.toBeNull();
    await remove(ben.helpId);
  });

  test('is logged with what it changed, as it was before and is after', async () => {
    const ben = await atWork();
    const { data } = await post(ben.work);
    expect((await last())?.after).toMatchObject({ text: 'From the two of us', audience: 'public', status: 'active' });
    const params = { id: data._id };
    const edited = await world.call('PUT /performer/feeds/:id', { params, body: { text: 'From us both' } }, { token: ben.work });
    expect(edited.status).toBe(200);
    const changed = { before: { text: 'From the two of us' }, after: { text: 'From us both' } };
    const did = (name: string) => ({ did: name, item: data._id });
    expect(await last()).toMatchObject({ before: changed.before, after: { ...did('PUT /performer/feeds/:id'), ...changed.after } });
    await world.call('DELETE /performer/feeds/:id', { params }, { token: ben.work });
    const gone = await last();
    expect(gone?.before).toMatchObject({ deletedAt: null });
    expect(gone?.after).toMatchObject({ ...did('DELETE /performer/feeds/:id'), deletedAt: expect.any(String) as string });
    await remove(ben.helpId);
  });

  test('of which nothing comes leaves no act, and what takes files leaves one however it ends', async () => {
    const ben = await atWork();
    const id = world.ctx.chance.id();
    const entries = await world.ctx.db.$count(auditLog);
    const missed = world.call('DELETE /performer/feeds/:id', { params: { id } }, { token: ben.work });
    expect(await errorOf(missed)).toBe('feed_not_found');
    expect(await world.ctx.db.$count(auditLog)).toBe(entries);
    const photo = await world.call(
      'POST /performer/performer-assets/photos/upload',
      { body: { title: 'Ours', audience: 'public' }, files: { photo: await somePicture() } },
      { token: ben.work, key: 'once' },
    );
    expect(photo.status).toBe(200);
    expect(await last()).toMatchObject({ action: 'helping.act', actorId: ben.id });
    const own = await world.call('GET /performer/performer-assets/photos/search', {}, { token: ben.work });
    expect(own.data.data[0]).toMatchObject({ _id: photo.data._id, by: ben.username });
    await remove(ben.helpId);
  });

  test('shows nothing of the performer but her page', async () => {
    const ben = await atWork();
    await world.ctx.db
      .update(accounts)
      .set({
        phone: '+491701234567',
        firstName: 'Augusta',
        lastName: 'King',
        monthlySpendingLimitCents: 100n,
        pendingEmail: 'new@example.com',
      })
      .where(eq(accounts.id, ada.id));
    const shown = { firstName: 'A', lastName: 'K', bankName: 'Bank', country: 'DE', last4: '1234' };
    await world.ctx.db
      .update(performers)
      .set({ address: 'Lane 1', state: 'BE', zipCode: '10115', verificationNote: 'Fine', bankingShown: shown, paypalShown: 'a@e.com' })
      .where(eq(performers.accountId, ada.id));
    await world.ctx.db.insert(performerBlockedCountries).values({ performerId: ada.id, code: 'FR' });
    const [own, seen] = [await world.call('GET /users/me', {}, by(ada)), await world.call('GET /users/me', {}, { token: ben.work })];
    const open = await world.call('GET /performers/:id', { params: { id: ada.username } });
    const [hers, his, public_] = [own.data, seen.data, open.data] as unknown as Record<string, unknown>[];
    const same = Object.keys(hers ?? {}).filter(
      (key) => hers?.[key] !== null && !(key in (public_ ?? {})) && JSON.stringify(hers?.[key]) === JSON.stringify(his?.[key]),
    );
    const known = ['googleConnected', 'hasTwoFactor', 'twitterConnected', 'isPerformer', 'owesSecondStep', 'rights', 'role', 'status'];
    expect(same.toSorted()).toEqual([...known, 'balance', 'helps', 'unread', 'updatedAt', 'verification'].toSorted());
    expect(his).toMatchObject({ email: null, documents: [], balance: 0, helper: { person: { _id: ben.id }, rights } });
    const paper = own.data.isPerformer ? own.data.documents[0]?.file._id : '';
    const status = world.call('GET /files/:id/status', { params: { id: paper ?? '' } }, { token: ben.work });
    expect(await errorOf(status)).toBe('file_not_found');
    expect(await errorOf(world.call('POST /files/:id/retry', { params: { id: paper ?? '' } }, { token: ben.work }))).toBe('file_not_found');
    await remove(ben.helpId);
  });

  test('opens no document, also with the address that the performer has', async () => {
    const ben = await atWork();
    const own = await world.call('GET /users/me', {}, by(ada));
    const url = new URL((own.data.isPerformer ? own.data.documents[0]?.file.url : null) ?? '');
    const cookieOf = async (token: string) =>
      (await world.call('GET /users/me', {}, { token })).headers
        .getSetCookie()
        .find((text) => text.startsWith('media='))
        ?.split(';')[0] ?? '';
    const opened = async (token: string) =>
      (await fetch(world.url + url.pathname + url.search, { headers: { cookie: await cookieOf(token) } })).status;
    expect(await opened(ada.token)).toBe(200);
    expect(await opened(ben.work)).toBe(403);
    await remove(ben.helpId);
  });

  test('hears of files that it is about, and of nothing else that the performer is told; she is not there by it', async () => {
    const ben = await atWork();
    const ear = await listenAs(world, ben.work);
    const { publish } = await import('../../platform/outbox/publish');
    const file = { _id: world.ctx.chance.id(), type: 'feed-photo' };
    await publish(world.ctx, 'file/processed', [`account:${ada.id}`], { ...file, type: 'document' } as never);
    await publish(world.ctx, 'wallet/balance-changed', [`account:${ada.id}`], { change: 1, balance: 1, reason: 'charge', subjectId: '' });
    await publish(world.ctx, 'file/processed', [`account:${ada.id}`], file as never);
    await eventually(() => expect(ear.heard('file/processed')).toMatchObject([file]));
    expect(ear.heard('wallet/balance-changed')).toEqual([]);
    expect(await ear.say('presence/watch', { accountIds: [] })).toEqual({ ok: false, error: 'forbidden_right' });
    const [row] = await world.ctx.db.select().from(accounts).where(eq(accounts.id, ada.id));
    expect(row?.isOnline).toBe(false);
    await remove(ben.helpId);
    await eventually(() => expect(ear.isOpen()).toBe(false));
    ear.close();
  });
});

describe('the end', () => {
  const ends: Record<string, (ben: Awaited<ReturnType<typeof atWork>>, whom: Someone) => Promise<unknown>> = {
    'comes when the performer removes her': (ben, whom) => remove(ben.helpId, whom),
    'comes when she leaves': (ben) => world.call('DELETE /helping/:id', { params: { id: ben.helpId } }, by(ben)),
    'comes when her rights change': (ben, whom) =>
      world.call('PUT /performer/helpers/:id', { params: { id: ben.helpId }, body: { rights } }, by(whom)),
    'comes when she ends her work': (ben) => world.call('POST /auth/logout', {}, { token: ben.work }),
    'comes when she logs out of the session that it began in': (ben) => world.call('POST /auth/logout', {}, by(ben)),
    'comes when the performer ends her other sessions': (_ben, whom) => world.call('DELETE /auth/sessions', {}, by(whom)),
    'comes when the performer asks to be deleted': (_ben, whom) =>
      world.call('POST /account/deletion', { body: { currentPassword: password } }, by(whom)),
    'comes when the helper asks to be deleted': (ben) =>
      world.call('POST /account/deletion', { body: { currentPassword: password } }, by(ben)),
    'comes when the performer is suspended': async (_ben, whom) =>
      world.call(
        'POST /admin/users/:id/suspend',
        { params: { id: whom.id }, body: { reason: 'Under review' } },
        by(await signUpOperator(world)),
      ),
    'comes when the helper is suspended': async (ben) =>
      world.call(
        'POST /admin/users/:id/suspend',
        { params: { id: ben.id }, body: { reason: 'Under review' } },
        by(await signUpOperator(world)),
      ),
    'comes when the helper joins the team': async (ben) => {
      await world.call('POST /admin/team', { body: { email: ben.email, bundle: 'support' } }, by(await signUpOperator(world)));
      const [mail] = await world.ctx.db
        .select({ text: mails.text })
        .from(mails)
        .where(and(eq(mails.to, ben.email), like(mails.template, 'team%')));
      await world.call('POST /team/accept', { body: { token: /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' } }, by(ben));
    },
  };
  test.each(Object.keys(ends))('%s', async (name) => {
    const whom = await signUpPerformer(world);
    const ben = await atWork(whom);
    const ear = await listenAs(world, ben.work);
    expect(await isOver(ben.work)).toBe(false);
    await ends[name]?.(ben, whom);
    expect(await isOver(ben.work)).toBe(true);
    await eventually(() => expect(ear.isOpen()).toBe(false), 2000);
    ear.close();
  });

  test('comes with the rights that an account must have, whatever ended them', async () => {
    const whom = await signUpPerformer(world);
    const ben = await atWork(whom);
    for (const [id, bad, good] of [
      [whom.id, { role: 'operator' }, { role: 'performer' }],
      [whom.id, { status: 'deleting' }, { status: 'active' }],
      [ben.id, { role: 'operator' }, { role: 'user' }],
      [ben.id, { status: 'deleting' }, { status: 'active' }],
    ] as const) {
      await world.ctx.db.update(accounts).set(bad).where(eq(accounts.id, id));
      expect(await isOver(ben.work)).toBe(true);
      await world.ctx.db.update(accounts).set(good).where(eq(accounts.id, id));
      expect(await isOver(ben.work)).toBe(false);
    }
    expect((await world.call('GET /auth/sessions', {}, by(ben))).data).toHaveLength(1);
    world.clock.advance({ seconds: limits.work_s });
    expect(await isOver(ben.work)).toBe(true);
  });

  test('leaves what was done, for a year', async () => {
    const { sweepActs } = await import('./helping');
    expect(await world.ctx.db.$count(helperActs)).toBeGreaterThan(0);
    world.clock.advance({ seconds: limits.helperActsKept_s + 1 });
    await sweepActs(world.ctx);
    expect(await world.ctx.db.$count(helperActs)).toBe(0);
  });
});
