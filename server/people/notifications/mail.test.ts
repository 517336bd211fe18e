/** What was not seen is mailed once, as people wish; and what they wish is kept. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { notificationTypes } from '@contract/values';
import { inTransaction } from '@server/platform/context';
import { accounts } from '@server/platform/db/schema/schema';
import { insist } from '../../../tests/kit/timing/retry';
import { mailsTo } from '../../../tests/support/outbox';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { tellOf } from '../../../tests/support/told';
import { openWorld, type World } from '../../../tests/kit/host/test-host';
import { mailUnseen } from './mail';
import { readGroup, type Told } from './notifications';

let world: World;
let second: World;
beforeAll(async () => {
  world = await openWorld();
  second = await openWorld({ DATABASE_URL: world.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await world.close();
});

interface Somebody {
  id: string;
  token: string;
  email: string;
}
const tell = (who: Pick<Somebody, 'id'>, change: Partial<Told> = {}) => tellOf(world, who.id, change);
const prefer = (who: Somebody, body: object) => insist(() => world.call('PUT /notifications/preferences', { body }, { token: who.token }));
const preferences = async (who: Somebody) => (await world.call('GET /notifications/preferences', {}, { token: who.token })).data;
const later = async (seconds: number = limits.notificationMail_s + 1): Promise<void> => {
  world.clock.advance({ seconds });
  await mailUnseen(world.ctx);
};
const mailed = async (who: Somebody) => (await mailsTo(world, who.email, 'unseen')).map(({ subject, text }) => ({ subject, text }));

describe('what was not seen', () => {
  test('is mailed after some minutes, all of it in one mail, with the way to change that', async () => {
    const [performer, fan] = [await signUpPerformer(world), await signUpFan(world)];
    await tell(performer, { actorId: fan.id, text: 'sent you a tip of 20 tokens.' });
    await later(limits.notificationMail_s - 10);
    expect(await mailed(performer)).toEqual([]);
    await tell(performer, { type: 'comment', actorId: fan.id, text: 'follows you now.', link: '/post/1' });
    await later();
    const [mail, ...others] = await mailed(performer);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('2 things happened at Footlight');
    expect(mail?.text).toContain(`· ${fan.username} sent you a tip of 20 tokens.`);
    expect(mail?.text).toContain(`· ${fan.username} follows you now.`);
    expect(mail?.text).toContain('http://localhost:3000/notifications');
    expect(mail?.text).toContain('http://localhost:3000/creator/account?section=notifications');
    await later();
    expect(await mailed(performer)).toHaveLength(1);
  });

  test('leads to what it is about where it is one thing, and says how many it stands for', async () => {
    const fan = await signUpFan(world);
    for (let times = 0; times < 3; times += 1)
      await tell(fan, { type: 'comment', text: 'liked your comment.', link: '/post/7', group: 'comment:7' });
    await later();
    const [mail] = await mailed(fan);
    expect(mail?.subject).toBe('News for you at Footlight');
    expect(mail?.text).toContain('liked your comment. (3 in all)');
    expect(mail?.text).toContain('Open it:\nhttp://localhost:3000/post/7');
    // It stands there unread: more of the same does not write again.
    await tell(fan, { type: 'comment', text: 'liked your comment.', group: 'comment:7' });
    await later();
    expect(await mailed(fan)).toHaveLength(1);
  });

  test('is not mailed when it was read, in the list or elsewhere, or has a mail of its own, or nobody would get it', async () => {
    const [fan, gone] = [await signUpFan(world), await signUpFan(world)];
    await tell(fan);
    await tell(fan, { type: 'message', group: 'message:1' });
    await world.call('POST /notifications/read', { body: {} }, { token: fan.token });
    await inTransaction(world.ctx, (tx) => readGroup(tx, fan.id, 'message:1'));
    for (const type of ['order', 'refund', 'payout', 'security', 'like', 'vote'] as const) await tell(fan, { type });
    await tell(gone);
    await world.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, gone.id));
    await later();
    expect([await mailed(fan), await mailed(gone)]).toEqual([[], []]);
  });

  test('a message that stands in no list is mailed too', async () => {
    const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
    await tell(fan, { type: 'message', actorId: performer.id, text: 'sent you a message.', link: '/messages', group: 'message:2' });
    await later();
    expect((await mailed(fan))[0]?.text).toContain(`${performer.username} sent you a message.`);
  });

  test('is mailed once by many workers at the same moment', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => signUpFan(world)));
    for (const fan of people) await Promise.all([tell(fan), tell(fan), tell(fan)]);
    world.clock.advance({ seconds: limits.notificationMail_s + 1 });
    second.clock.advance({ days: 1 });
    await Promise.all([mailUnseen(world.ctx), mailUnseen(second.ctx), mailUnseen(world.ctx), mailUnseen(second.ctx)]);
    await mailUnseen(world.ctx);
    for (const fan of people) {
      const mails = await mailed(fan);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.subject).toMatch(/^3 things/);
    }
  });

  test('names twenty things and how many more there are', async () => {
    const fan = await signUpFan(world);
    for (let times = 0; times < 23; times += 1) await tell(fan, { text: `sent you a tip of ${String(times)} tokens.` });
    await later();
    const [mail] = await mailed(fan);
    expect(mail?.text).toContain('And 3 more.');
    expect(mail?.text.match(/tip of \d+ tokens\./g)).toHaveLength(20);
  });

  test('waits for the morning of a digest, grows until then, and never comes where none is wished', async () => {
    const [daily, weekly, none] = [await signUpFan(world), await signUpFan(world), await signUpFan(world)];
    await prefer(daily, { digest: 'daily' });
    await prefer(weekly, { digest: 'weekly' });
    await prefer(none, { digest: 'none' });
    const all = [daily, weekly, none];
    for (const fan of all) await tell(fan, { type: 'comment', text: 'liked your comment.', group: 'comment:1' });
    await later(limits.notificationMail_s + 1);
    const first = (await Promise.all(all.map(mailed))).map(({ length }) => length);
    // The clock may stand at the very minutes before the morning.
    expect(first[2]).toBe(0);
    await tell(daily, { type: 'comment', text: 'liked your comment.', group: 'comment:1' });
    await later(86_400);
    expect((await mailed(daily)).at(-1)?.text).toContain('liked your comment. (2 in all)');
    const before = (await mailed(daily)).length;
    await tell(daily, { type: 'comment', text: 'liked your comment.', group: 'comment:1' });
    await later(86_400);
    expect((await mailed(daily)).length).toBe(before + 1);
    await later(7 * 86_400);
    expect(await mailed(weekly)).toHaveLength(1);
    expect(await mailed(none)).toEqual([]);
  });

  test('follows the wish when it changes while it waits', async () => {
    const [soon, never] = [await signUpFan(world), await signUpFan(world)];
    await prefer(soon, { digest: 'weekly' });
    for (const fan of [soon, never]) await tell(fan);
    await prefer(soon, { digest: 'each' });
    await prefer(never, { digest: 'none' });
    await later();
    expect([(await mailed(soon)).length, (await mailed(never)).length]).toEqual([1, 0]);
  });
});

describe('wishes', () => {
  test('begin with the standard, whole, and keep what is changed and nothing else', async () => {
    const fan = await signUpFan(world);
    const standard = await preferences(fan);
    expect(Object.keys(standard.types)).toEqual([...notificationTypes]);
    expect(standard).toMatchObject({ quietHours: null, digest: 'each', types: { message: { inApp: false, push: true, mail: true } } });
    const changed = await prefer(fan, { types: { tip: { push: false } }, digest: 'daily' });
    expect(changed.data).toEqual({
      ...standard,
      digest: 'daily',
      types: { ...standard.types, tip: { inApp: true, push: false, mail: true } },
    });
    const quietHours = { from: '22:30', to: '07:00', timeZone: 'Europe/Berlin' };
    await prefer(fan, { quietHours, types: { tip: { mail: false }, like: { mail: true } } });
    expect(await preferences(fan)).toMatchObject({
      ...{ quietHours, digest: 'daily' },
      types: { tip: { inApp: true, push: false, mail: false }, like: { mail: true } },
    });
    expect((await prefer(fan, { quietHours: null })).data.quietHours).toBeNull();
    expect((await prefer(fan, { types: standard.types, digest: 'each' })).data).toEqual(standard);
  });

  test('that come at the same moment are all kept', async () => {
    const fan = await signUpFan(world);
    await Promise.all(notificationTypes.map((type) => prefer(fan, { types: { [type]: { push: false } } })));
    expect(Object.values((await preferences(fan)).types).map(({ push }) => push)).toEqual(notificationTypes.map(() => false));
  });

  test.each([
    [{ types: { security: { inApp: false } } }, 'types.security.inApp'],
    [{ types: { order: { mail: true } } }, 'types.order.mail'],
    [{ quietHours: { from: '22:00', to: '07:00', timeZone: 'Mars/Base' } }, 'quietHours.timeZone'],
    [{ quietHours: { from: '22:00', to: '22:00', timeZone: 'UTC' } }, 'quietHours.to'],
  ])('cannot be %j', async (body, path) => {
    const fan = await signUpFan(world);
    expect((await prefer(fan, body)).refusal).toMatchObject({ error: 'setting_invalid', issues: [{ path }] });
  });

  test('are not read from what is no hour', async () => {
    const fan = await signUpFan(world);
    const refused = await prefer(fan, { quietHours: { from: '24:00', to: '07:00', timeZone: 'UTC' } });
    expect(refused.refusal.error).toBe('invalid_request');
  });
});
