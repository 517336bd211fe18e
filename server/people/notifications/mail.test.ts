/** Unseen notifications are mailed once, according to preferences. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { notificationTypes } from '@contract/kernel/values/notifications';
import { inTransaction } from '@server/platform/context';
import { accounts } from '@server/platform/db/schema/accounts';
import { retryOn503 } from '../../../tests/kit/timing/retry';
import { mailsTo } from '../../../tests/kit/host/mails';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { notificationOf } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { mailUnseenNotifications } from './mail';
import { markGroupRead } from './read-group';
import type { NotificationInput } from './delivery/notification-input';

let testHost: TestHost;
let second: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
  second = await openTestHost({ DATABASE_URL: testHost.databaseUrl });
});
afterAll(async () => {
  await second.close();
  await testHost.close();
});

interface TestPerson {
  id: string;
  token: string;
  email: string;
}
const notifyOf = (who: Pick<TestPerson, 'id'>, change: Partial<NotificationInput> = {}) => notificationOf(testHost, who.id, change);
const prefer = (who: TestPerson, body: object) =>
  retryOn503(() => testHost.call('PUT /notifications/preferences', { body }, { token: who.token }));
const preferences = async (who: TestPerson) => (await testHost.call('GET /notifications/preferences', {}, { token: who.token })).data;
const later = async (seconds: number = limits.unseenMailDelay_s + 1): Promise<void> => {
  testHost.clock.advance({ seconds });
  await mailUnseenNotifications(testHost.ctx);
};
const mailed = async (who: TestPerson) => (await mailsTo(testHost, who.email, 'unseen')).map(({ subject, text }) => ({ subject, text }));

describe('an unseen notification', () => {
  test('is mailed after some minutes, together with others, with a link to the preferences', async () => {
    const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
    await notifyOf(performer, { actorId: fan.id, text: 'sent you a tip of 20 tokens.' });
    await later(limits.unseenMailDelay_s - 10);
    expect(await mailed(performer)).toEqual([]);
    await notifyOf(performer, { type: 'comment', actorId: fan.id, text: 'follows you now.', link: '/post/1' });
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

  test('links to its subject if it is the only one, and shows the count of its group', async () => {
    const fan = await signUpFan(testHost);
    for (let times = 0; times < 3; times += 1)
      await notifyOf(fan, { type: 'comment', text: 'liked your comment.', link: '/post/7', group: 'comment:7' });
    await later();
    const [mail] = await mailed(fan);
    expect(mail?.subject).toBe('News for you at Footlight');
    expect(mail?.text).toContain('liked your comment. (3 in all)');
    expect(mail?.text).toContain('Open it:\nhttp://localhost:3000/post/7');
    // The group is still unread, so another event does not trigger another mail.
    await notifyOf(fan, { type: 'comment', text: 'liked your comment.', group: 'comment:7' });
    await later();
    expect(await mailed(fan)).toHaveLength(1);
  });

  test('is not mailed if it was read, has its own mail, or the account is suspended', async () => {
    const [fan, suspended] = [await signUpFan(testHost), await signUpFan(testHost)];
    await notifyOf(fan);
    await notifyOf(fan, { type: 'message', group: 'message:1' });
    await testHost.call('POST /notifications/read', { body: {} }, { token: fan.token });
    await inTransaction(testHost.ctx, (tx) => markGroupRead(tx, fan.id, 'message:1'));
    for (const type of ['order', 'refund', 'payout', 'security', 'like', 'vote'] as const) await notifyOf(fan, { type });
    await notifyOf(suspended);
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, suspended.id));
    await later();
    expect([await mailed(fan), await mailed(suspended)]).toEqual([[], []]);
  });

  test('a message outside the list is mailed too', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    await notifyOf(fan, { type: 'message', actorId: performer.id, text: 'sent you a message.', link: '/messages', group: 'message:2' });
    await later();
    expect((await mailed(fan))[0]?.text).toContain(`${performer.username} sent you a message.`);
  });

  test('is mailed once by concurrent workers', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => signUpFan(testHost)));
    for (const fan of people) await Promise.all([notifyOf(fan), notifyOf(fan), notifyOf(fan)]);
    testHost.clock.advance({ seconds: limits.unseenMailDelay_s + 1 });
    second.clock.advance({ days: 1 });
    await Promise.all([
      mailUnseenNotifications(testHost.ctx),
      mailUnseenNotifications(second.ctx),
      mailUnseenNotifications(testHost.ctx),
      mailUnseenNotifications(second.ctx),
    ]);
    await mailUnseenNotifications(testHost.ctx);
    for (const fan of people) {
      const mails = await mailed(fan);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.subject).toMatch(/^3 things/);
    }
  });

  test('is mailed with at most twenty items and the number of the remaining ones', async () => {
    const fan = await signUpFan(testHost);
    for (let times = 0; times < 23; times += 1) await notifyOf(fan, { text: `sent you a tip of ${String(times)} tokens.` });
    await later();
    const [mail] = await mailed(fan);
    expect(mail?.text).toContain('And 3 more.');
    expect(mail?.text.match(/tip of \d+ tokens\./g)).toHaveLength(20);
  });

  test('waits for the digest, accumulates until then, and is not mailed with digests off', async () => {
    const [daily, weekly, none] = [await signUpFan(testHost), await signUpFan(testHost), await signUpFan(testHost)];
    await prefer(daily, { digest: 'daily' });
    await prefer(weekly, { digest: 'weekly' });
    await prefer(none, { digest: 'none' });
    const all = [daily, weekly, none];
    for (const fan of all) await notifyOf(fan, { type: 'comment', text: 'liked your comment.', group: 'comment:1' });
    await later(limits.unseenMailDelay_s + 1);
    const first = (await Promise.all(all.map(mailed))).map(({ length }) => length);
    // The clock may be within minutes before the digest.
    expect(first[2]).toBe(0);
    await notifyOf(daily, { type: 'comment', text: 'liked your comment.', group: 'comment:1' });
    await later(86_400);
    expect((await mailed(daily)).at(-1)?.text).toContain('liked your comment. (2 in all)');
    const before = (await mailed(daily)).length;
    await notifyOf(daily, { type: 'comment', text: 'liked your comment.', group: 'comment:1' });
    await later(86_400);
    expect((await mailed(daily)).length).toBe(before + 1);
    await later(7 * 86_400);
    expect(await mailed(weekly)).toHaveLength(1);
    expect(await mailed(none)).toEqual([]);
  });

  test('follows a change of preferences while it waits', async () => {
    const [soon, never] = [await signUpFan(testHost), await signUpFan(testHost)];
    await prefer(soon, { digest: 'weekly' });
    for (const fan of [soon, never]) await notifyOf(fan);
    await prefer(soon, { digest: 'each' });
    await prefer(never, { digest: 'none' });
    await later();
    expect([(await mailed(soon)).length, (await mailed(never)).length]).toEqual([1, 0]);
  });
});

describe('notification preferences', () => {
  test('start with the defaults and store only the changes', async () => {
    const fan = await signUpFan(testHost);
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

  test('are all stored when changed concurrently', async () => {
    const fan = await signUpFan(testHost);
    await Promise.all(notificationTypes.map((type) => prefer(fan, { types: { [type]: { push: false } } })));
    expect(Object.values((await preferences(fan)).types).map(({ push }) => push)).toEqual(notificationTypes.map(() => false));
  });

  test.each([
    [{ types: { security: { inApp: false } } }, 'types.security.inApp'],
    [{ types: { order: { mail: true } } }, 'types.order.mail'],
    [{ quietHours: { from: '22:00', to: '07:00', timeZone: 'Mars/Base' } }, 'quietHours.timeZone'],
    [{ quietHours: { from: '22:00', to: '22:00', timeZone: 'UTC' } }, 'quietHours.to'],
  ])('cannot be %j', async (body, path) => {
    const fan = await signUpFan(testHost);
    expect((await prefer(fan, body)).refusal).toMatchObject({ error: 'setting_invalid', issues: [{ path }] });
  });

  test('reject an invalid hour', async () => {
    const fan = await signUpFan(testHost);
    const refused = await prefer(fan, { quietHours: { from: '24:00', to: '07:00', timeZone: 'UTC' } });
    expect(refused.refusal.error).toBe('invalid_request');
  });
});
