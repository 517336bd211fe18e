/** Unseen notifications are mailed once, according to preferences. */
import { eq } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import { notificationTypes } from '@contract/kernel/values/notifications';
import { inTransaction } from '@server/platform/context';
import { accounts } from '@server/platform/db/schema/accounts';
import { retryOn503 } from '../../../tests/kit/timing/retry';
import { mailsTo } from '../../../tests/kit/host/mails';
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { sendTipNotification } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { mailUnseenNotifications } from './mail';
import { markGroupRead } from './read-group';
import type { NotificationInput } from './delivery/notification-input';

let testHost: TestHost;
let secondHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
  secondHost = await openTestHost({ DATABASE_URL: testHost.databaseUrl });
});
afterAll(async () => {
  await secondHost.close();
  await testHost.close();
});

interface TestPerson {
  id: string;
  token: string;
  email: string;
}
const notifyPerson = (person: Pick<TestPerson, 'id'>, change: Partial<NotificationInput> = {}) =>
  sendTipNotification(testHost, person.id, change);
const setPreferences = (person: TestPerson, body: object) =>
  retryOn503(() => testHost.call('PUT /notifications/preferences', { body }, { token: person.token }));
const preferences = async (person: TestPerson) => (await testHost.call('GET /notifications/preferences', {}, { token: person.token })).data;
const advanceAndMail = async (seconds: number = limits.unseenMailDelay_s + 1): Promise<void> => {
  testHost.clock.advance({ seconds });
  await mailUnseenNotifications(testHost.ctx);
};
const mailed = async (person: TestPerson) =>
  (await mailsTo(testHost, person.email, 'unseen')).map(({ subject, text }) => ({ subject, text }));

describe('an unseen notification', () => {
  test('is mailed after some minutes, together with others, with a link to the preferences', async () => {
    const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
    await notifyPerson(performer, { actorId: fan.id, text: 'sent you a tip of 20 tokens.' });
    await advanceAndMail(limits.unseenMailDelay_s - 10);
    expect(await mailed(performer)).toEqual([]);
    await notifyPerson(performer, { type: 'comment', actorId: fan.id, text: 'started following you.', link: '/post/1' });
    await advanceAndMail();
    const [mail, ...others] = await mailed(performer);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('You have 2 new notifications on Footlight');
    expect(mail?.text).toContain(`· ${fan.username} sent you a tip of 20 tokens.`);
    expect(mail?.text).toContain(`· ${fan.username} started following you.`);
    expect(mail?.text).toContain('http://localhost:3000/notifications');
    expect(mail?.text).toContain('http://localhost:3000/creator/account?section=notifications');
    await advanceAndMail();
    expect(await mailed(performer)).toHaveLength(1);
  });

  test('is mailed with a link to its subject if it is the only one, and with the count of its group', async () => {
    const fan = await signUpFan(testHost);
    for (let times = 0; times < 3; times += 1)
      await notifyPerson(fan, { type: 'comment', text: 'liked your comment.', link: '/post/7', group: 'comment:7' });
    await advanceAndMail();
    const [mail] = await mailed(fan);
    expect(mail?.subject).toBe('You have a new notification on Footlight');
    expect(mail?.text).toContain('liked your comment. (3 in all)');
    expect(mail?.text).toContain('Open:\nhttp://localhost:3000/post/7');
    // The group is still unread, so another event does not trigger another mail.
    await notifyPerson(fan, { type: 'comment', text: 'liked your comment.', group: 'comment:7' });
    await advanceAndMail();
    expect(await mailed(fan)).toHaveLength(1);
  });

  test('is not mailed if it was read, has its own mail, or the account is suspended', async () => {
    const [fan, suspended] = [await signUpFan(testHost), await signUpFan(testHost)];
    await notifyPerson(fan);
    await notifyPerson(fan, { type: 'message', group: 'message:1' });
    await testHost.call('POST /notifications/read', { body: {} }, { token: fan.token });
    await inTransaction(testHost.ctx, (tx) => markGroupRead(tx, fan.id, 'message:1'));
    for (const type of ['order', 'refund', 'payout', 'security', 'like', 'vote'] as const) await notifyPerson(fan, { type });
    await notifyPerson(suspended);
    await testHost.ctx.db.update(accounts).set({ status: 'suspended' }).where(eq(accounts.id, suspended.id));
    await advanceAndMail();
    expect([await mailed(fan), await mailed(suspended)]).toEqual([[], []]);
  });

  test('is mailed even if it is not listed, such as a message', async () => {
    const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
    await notifyPerson(fan, { type: 'message', actorId: performer.id, text: 'sent you a message.', link: '/messages', group: 'message:2' });
    await advanceAndMail();
    expect((await mailed(fan))[0]?.text).toContain(`${performer.username} sent you a message.`);
  });

  test('is mailed once by concurrent workers', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => signUpFan(testHost)));
    for (const fan of people) await Promise.all([notifyPerson(fan), notifyPerson(fan), notifyPerson(fan)]);
    testHost.clock.advance({ seconds: limits.unseenMailDelay_s + 1 });
    secondHost.clock.advance({ days: 1 });
    await Promise.all([
      mailUnseenNotifications(testHost.ctx),
      mailUnseenNotifications(secondHost.ctx),
      mailUnseenNotifications(testHost.ctx),
      mailUnseenNotifications(secondHost.ctx),
    ]);
    await mailUnseenNotifications(testHost.ctx);
    for (const fan of people) {
      const mails = await mailed(fan);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.subject).toMatch(/^You have 3 new notifications/);
    }
  });

  test('is mailed with at most twenty items and the number of the remaining ones', async () => {
    const fan = await signUpFan(testHost);
    for (let times = 0; times < 23; times += 1) await notifyPerson(fan, { text: `sent you a tip of ${String(times)} tokens.` });
    await advanceAndMail();
    const [mail] = await mailed(fan);
    expect(mail?.text).toContain('And 3 more.');
    expect(mail?.text.match(/tip of \d+ tokens\./g)).toHaveLength(20);
  });

  test('is mailed in the next digest with the others, and never with digests off', async () => {
    const [daily, weekly, none] = [await signUpFan(testHost), await signUpFan(testHost), await signUpFan(testHost)];
    await setPreferences(daily, { digest: 'daily' });
    await setPreferences(weekly, { digest: 'weekly' });
    await setPreferences(none, { digest: 'none' });
    const fans = [daily, weekly, none];
    for (const fan of fans) await notifyPerson(fan, { type: 'comment', text: 'liked your comment.', group: 'comment:1' });
    await advanceAndMail(limits.unseenMailDelay_s + 1);
    const first = (await Promise.all(fans.map(mailed))).map(({ length }) => length);
    // Depending on the time of the test, a daily or weekly digest may already be due.
    expect(first[2]).toBe(0);
    await notifyPerson(daily, { type: 'comment', text: 'liked your comment.', group: 'comment:1' });
    await advanceAndMail(86_400);
    expect((await mailed(daily)).at(-1)?.text).toContain('liked your comment. (2 in all)');
    const before = (await mailed(daily)).length;
    await notifyPerson(daily, { type: 'comment', text: 'liked your comment.', group: 'comment:1' });
    await advanceAndMail(86_400);
    expect((await mailed(daily)).length).toBe(before + 1);
    await advanceAndMail(7 * 86_400);
    expect(await mailed(weekly)).toHaveLength(1);
    expect(await mailed(none)).toEqual([]);
  });

  test('follows a change of preferences before it is mailed', async () => {
    const [soon, never] = [await signUpFan(testHost), await signUpFan(testHost)];
    await setPreferences(soon, { digest: 'weekly' });
    for (const fan of [soon, never]) await notifyPerson(fan);
    await setPreferences(soon, { digest: 'each' });
    await setPreferences(never, { digest: 'none' });
    await advanceAndMail();
    expect([(await mailed(soon)).length, (await mailed(never)).length]).toEqual([1, 0]);
  });
});

describe('notification preferences', () => {
  test('start with the defaults and store only the changes', async () => {
    const fan = await signUpFan(testHost);
    const defaults = await preferences(fan);
    expect(Object.keys(defaults.types)).toEqual([...notificationTypes]);
    expect(defaults).toMatchObject({ quietHours: null, digest: 'each', types: { message: { inApp: false, push: true, mail: true } } });
    const changed = await setPreferences(fan, { types: { tip: { push: false } }, digest: 'daily' });
    expect(changed.data).toEqual({
      ...defaults,
      digest: 'daily',
      types: { ...defaults.types, tip: { inApp: true, push: false, mail: true } },
    });
    const quietHours = { from: '22:30', to: '07:00', timeZone: 'Europe/Berlin' };
    await setPreferences(fan, { quietHours, types: { tip: { mail: false }, like: { mail: true } } });
    expect(await preferences(fan)).toMatchObject({
      quietHours,
      digest: 'daily',
      types: { tip: { inApp: true, push: false, mail: false }, like: { mail: true } },
    });
    expect((await setPreferences(fan, { quietHours: null })).data.quietHours).toBeNull();
    expect((await setPreferences(fan, { types: defaults.types, digest: 'each' })).data).toEqual(defaults);
  });

  test('are all stored when changed concurrently', async () => {
    const fan = await signUpFan(testHost);
    await Promise.all(notificationTypes.map((type) => setPreferences(fan, { types: { [type]: { push: false } } })));
    expect(Object.values((await preferences(fan)).types).map(({ push }) => push)).toEqual(notificationTypes.map(() => false));
  });

  test.each([
    [{ types: { security: { inApp: false } } }, 'types.security.inApp'],
    [{ types: { order: { mail: true } } }, 'types.order.mail'],
    [{ quietHours: { from: '22:00', to: '07:00', timeZone: 'Mars/Base' } }, 'quietHours.timeZone'],
    [{ quietHours: { from: '22:00', to: '22:00', timeZone: 'UTC' } }, 'quietHours.to'],
  ])('cannot be %j', async (body, path) => {
    const fan = await signUpFan(testHost);
    expect((await setPreferences(fan, body)).errorBody).toMatchObject({ error: 'setting_invalid', issues: [{ path }] });
  });

  test('reject an invalid hour', async () => {
    const fan = await signUpFan(testHost);
    const response = await setPreferences(fan, { quietHours: { from: '24:00', to: '07:00', timeZone: 'UTC' } });
    expect(response.errorBody.error).toBe('invalid_request');
  });
});
