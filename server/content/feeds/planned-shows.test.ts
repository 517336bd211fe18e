/** Notifications of scheduled shows, which a post announces. */
import { signUpFan, signUpPerformer } from '../../../tests/kit/people/people';
import { addFollow, runJob } from '../../../tests/kit/content/posts';
import { notificationInboxOf, runFanOut } from '../../../tests/kit/talk/notifications';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

const inMinutes = (minutes: number): string => new Date(testHost.clock.now().getTime() + minutes * 60_000).toISOString();

test('fans are notified of a scheduled show once it is due, and again after it was rescheduled', async () => {
  const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  await addFollow(testHost, fan, performer);
  const plan = { type: 'scheduled-stream', title: 'An evening', text: '', audience: 'public', streamScheduledAt: inMinutes(30) } as const;
  const { data: post } = await testHost.call('POST /performer/feeds', { body: plan }, { token: performer.token });
  const notificationsAfterJob = async () => {
    await runJob(testHost, 'feeds/tell-shows', {});
    await runFanOut(testHost, performer);
    return (await notificationInboxOf(testHost, fan)).filter(({ type }) => type === 'stream_scheduled');
  };
  expect(await notificationsAfterJob()).toEqual([]);
  testHost.clock.advance({ minutes: 31 });
  expect(await notificationsAfterJob()).toMatchObject([
    { text: 'has a stream scheduled for now: An evening', link: `/live/${performer.id}`, actor: { _id: performer.id } },
  ]);
  expect(await notificationsAfterJob()).toHaveLength(1);
  const rescheduled = { params: { id: post._id }, body: { streamScheduledAt: inMinutes(10) } };
  expect((await testHost.call('PUT /performer/feeds/:id', rescheduled, { token: performer.token })).status).toBe(200);
  testHost.clock.advance({ minutes: 11 });
  expect(await notificationsAfterJob()).toHaveLength(2);
});

test('fans are not notified of a scheduled show that is not published, or long after its time', async () => {
  const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  await addFollow(testHost, fan, performer);
  const plan = { type: 'scheduled-stream', title: 'Later', text: '', streamScheduledAt: inMinutes(30) } as const;
  await testHost.call('POST /performer/feeds', { body: { ...plan, status: 'draft' } }, { token: performer.token });
  await testHost.call('POST /performer/feeds', { body: plan }, { token: performer.token });
  testHost.clock.advance({ minutes: 100 });
  await runJob(testHost, 'feeds/tell-shows', {});
  await runFanOut(testHost, performer);
  expect((await notificationInboxOf(testHost, fan)).filter(({ type }) => type === 'stream_scheduled')).toEqual([]);
});
