/** The outcome of a show with tickets: who can join, and when tickets are refunded automatically. */
import { eq } from 'drizzle-orm';
import { accounts } from '@server/platform/db/schema/accounts';
import { videos } from '@server/platform/db/schema/content';
import { files } from '@server/platform/db/schema/files';
import { earnings } from '@server/platform/db/schema/money';
import { entitlementToFile } from '@server/content/entitlements/files';
import { refundTickets } from '@server/flows/refunds/tickets';
import { violatedInvariants, fillWallet } from '../../../tests/kit/money/ledger';
import { videoFile } from '../../../tests/kit/files/media-clips';
import { mailsTo } from '../../../tests/kit/host/mails';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { runJob } from '../../../tests/kit/content/posts';
import {
  requestCredentials,
  endShow,
  openLiveTestHost,
  recordingOf,
  startShow,
  reconcile,
  type LiveTestHost,
} from '../../../tests/kit/live/shows';
import {
  isoIn,
  buyTicket,
  startScheduledShow,
  scheduleShow,
  settleShowsAndTickets,
  ticketStatuses,
  runShowJobs,
} from '../../../tests/kit/live/tickets';
import { notificationInboxOf } from '../../../tests/kit/talk/notifications';
import type { TestHost } from '../../../tests/kit/host/test-host';

let liveTestHost: LiveTestHost;
let testHost: TestHost;
beforeAll(async () => {
  liveTestHost = await openLiveTestHost();
  ({ testHost } = liveTestHost);
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

type TestAccount = Awaited<ReturnType<typeof signUpFan>>;
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const balanceOf = async (person: TestAccount) => (await testHost.call('GET /users/me', {}, { token: person.token })).data.balance;
const ticketsFor = async (person: TestAccount, id: string) =>
  (await testHost.call('GET /user/feeds/:id', { params: { id } }, { token: person.token })).data.tickets;
const pay = (person: TestAccount, id: string) =>
  testHost.call('POST /wallet/charges/stream/:id', { params: { id }, body: {} }, { token: person.token });
const cancel = (person: TestAccount, id: string) =>
  testHost.call('POST /performer/feeds/:id/cancel-show', { params: { id } }, { token: person.token });
const start = (person: TestAccount, plannedShowId: string, isFree = false) =>
  testHost.call('POST /streaming/live', { body: { title: 'An evening', isFree, price: 15, plannedShowId } }, { token: person.token });
const refundsOf = async (person: TestAccount) =>
  (await notificationInboxOf(testHost, person)).filter(({ type }) => type === 'refund').map(({ text }) => text);

async function fanWith(tokens: number): Promise<TestAccount> {
  const fan = await signUpFan(testHost);
  await fillWallet(testHost, fan.id, BigInt(tokens * 100));
  return fan;
}

/** A performer, a fan with a ticket for their show, and another fan without one. */
async function showWithTicket(terms: object = {}) {
  const [performer, fan, other] = [await signUpPerformer(testHost), await fanWith(50), await fanWith(50)];
  const post = await scheduleShow(testHost, performer, terms);
  expect((await buyTicket(testHost, fan, post._id)).status).toBe(200);
  return { performer, fan, other, post };
}

test("an operator sees how many tickets will be refunded before deleting a show's post", async () => {
  const { performer, fan, post } = await showWithTicket();
  const operator = await signUpOperator(testHost);
  const listed = async () => {
    const call = { params: { type: 'feeds' as const }, query: { ownerId: performer.id } };
    return (await testHost.call('GET /admin/content/:type/search', call, { token: operator.token })).data.data[0];
  };
  expect(await listed()).toMatchObject({ _id: post._id, ticketsAhead: 1 });
  const removal = { params: { type: 'feeds' as const, id: post._id }, body: { reason: 'It breaks the rules.' } };
  expect((await testHost.call('DELETE /admin/content/:type/:id', removal, { token: operator.token })).status).toBe(200);
  expect(await settleShowsAndTickets(testHost, post._id)).toEqual(['canceled']);
  expect(await ticketStatuses(testHost, post._id)).toEqual(['refunded']);
  expect(await balanceOf(fan)).toBe(50);
});

describe('a show that takes place', () => {
  test('is listed in past shows with its ticket revenue and how many ticket holders joined', async () => {
    const { performer, fan, other, post } = await showWithTicket();
    expect((await buyTicket(testHost, other, post._id)).status).toBe(200);
    const stream = await startScheduledShow(liveTestHost, performer, post);
    await requestCredentials(testHost, fan, stream._id);
    testHost.clock.advance({ minutes: 20 });
    await endShow(testHost, performer, stream._id);
    const { data } = await testHost.call('GET /streaming/sessions', { query: {} }, { token: performer.token });
    expect(data.data[0]).toMatchObject({ entries: 0, tickets: { sold: 2, came: 1, amount: 20 } });
  });

  test('lets ticket holders join without paying again, and others pay for entry while there is capacity', async () => {
    const { performer, fan, other, post } = await showWithTicket({ ticketCapacity: 2 });
    const late = await fanWith(50);
    const stream = await startScheduledShow(liveTestHost, performer, post);
    expect((await requestCredentials(testHost, fan, stream._id)).data.role).toBe('viewer');
    const joined = async (person: TestAccount) =>
      (await testHost.call('GET /streaming/join/:id', { params: { id: stream._id } }, { token: person.token })).data.stream;
    expect(await joined(fan)).toMatchObject({ isBought: true, canWatch: true, isSoldOut: false });
    expect((await pay(fan, stream._id)).data).toMatchObject({ type: 'ticket', price: 10 });
    expect(await errorOf(requestCredentials(testHost, other, stream._id))).toBe('content_locked');
    expect(await errorOf(buyTicket(testHost, other, post._id))).toBe('not_for_sale');
    const responses = await Promise.all([other, late].map((person) => pay(person, stream._id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(responses.find(({ status }) => status === 409)?.errorBody.error).toBe('tickets_sold_out');
    const withoutTicket = responses[0]?.status === 200 ? late : other;
    expect(await joined(withoutTicket)).toMatchObject({ canWatch: false, isSoldOut: true, unlock: [] });
    expect(await ticketsFor(withoutTicket, post._id)).toMatchObject({ state: 'started' });
    const free = await testHost.call(
      'PUT /streaming/live/:id',
      { params: { id: stream._id }, body: { isFree: true } },
      { token: performer.token },
    );
    expect(free.errorBody.error).toBe('invalid_request');
    expect(await errorOf(cancel(performer, post._id))).toBe('show_not_open');
    expect(
      await errorOf(
        testHost.call('PUT /performer/feeds/:id', { params: { id: post._id }, body: { ticketPrice: 20 } }, { token: performer.token }),
      ),
    ).toBe('show_not_open');
    testHost.clock.advance({ minutes: 20 });
    await endShow(testHost, performer, stream._id);
    expect(await settleShowsAndTickets(testHost, post._id)).toEqual([]);
    expect(await ticketsFor(fan, post._id)).toMatchObject({ state: 'held' });
    const [earning] = await testHost.ctx.db.select().from(earnings).where(eq(earnings.userId, fan.id));
    const days = (Number(earning?.availableAt) - testHost.clock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBe(testHost.ctx.settings.values().earningsClearingDays);
  });

  test('cannot be started by others, long before its time, twice, or as a free show', async () => {
    const { performer, other, post } = await showWithTicket();
    const otherPerformer = await signUpPerformer(testHost);
    expect(await errorOf(start(otherPerformer, post._id))).toBe('feed_not_found');
    expect(await errorOf(start(performer, post._id, true))).toBe('invalid_request');
    expect(await errorOf(start(performer, post._id))).toBe('show_not_open');
    testHost.clock.advance({ minutes: 46 });
    const stream = await startShow(testHost, performer, { isFree: false, price: 15, plannedShowId: post._id });
    expect(await errorOf(buyTicket(testHost, other, post._id))).toBe('not_for_sale');
    // There was no video, so the show can be started again.
    testHost.clock.advance({ seconds: 61 });
    await reconcile(testHost);
    expect(await settleShowsAndTickets(testHost, post._id)).toEqual([]);
    expect(await ticketsFor(other, post._id)).toMatchObject({ state: 'on_sale' });
    const again = await startScheduledShow(liveTestHost, performer, post);
    expect(again.sessionId).not.toBe(stream.sessionId);
    await endShow(testHost, performer, again._id);
    expect(await errorOf(start(performer, post._id))).toBe('show_not_open');
    expect(await runShowJobs(testHost, post._id)).toEqual(['broken_off']);
  });

  test('leaves a recording that only ticket holders can watch', async () => {
    const { performer, fan, other, post } = await showWithTicket();
    await testHost.call('PUT /streaming/update', { body: { isRecording: true } }, { token: performer.token });
    const stream = await startScheduledShow(liveTestHost, performer, post);
    expect((await pay(other, stream._id)).status).toBe(200);
    testHost.clock.advance({ minutes: 10 });
    const path = await videoFile({ length_s: 2 });
    liveTestHost.live.recording = { path, duration_s: 2 };
    await endShow(testHost, performer, stream._id);
    const id = await recordingOf(testHost, performer, stream.sessionId);
    const [file] = await testHost.ctx.db
      .select({ id: files.id })
      .from(videos)
      .innerJoin(files, eq(files.id, videos.fileId))
      .where(eq(videos.itemId, id));
    expect((await ticketsFor(fan, post._id))?.recording).toBeNull();
    await runJob(testHost, 'files/convert', { fileId: file?.id ?? '' });
    const watch = (person: TestAccount) => testHost.call('GET /performer-assets/videos/:id', { params: { id } }, { token: person.token });
    expect((await ticketsFor(fan, post._id))?.recording).toMatchObject({ _id: id });
    expect((await ticketsFor(other, post._id))?.recording).toBeNull();
    const { data } = await watch(fan);
    expect(data).toMatchObject({ status: 'draft', isBought: true, isLocked: false });
    expect(data.video?.url).not.toBeNull();
    const [recorded] = await testHost.ctx.db
      .select()
      .from(files)
      .where(eq(files.id, file?.id ?? ''));
    const entitlementOf = async (person: TestAccount) =>
      recorded && entitlementToFile(testHost.ctx, { id: person.id, rights: [] }, { country: null }, recorded);
    expect([await entitlementOf(fan), await entitlementOf(other)]).toEqual(['open', 'closed']);
    expect(await errorOf(watch(other))).toBe('video_not_found');
    await testHost.call('DELETE /performer/performer-assets/videos/:id', { params: { id } }, { token: performer.token });
    expect(await errorOf(watch(fan))).toBe('video_not_found');
  });
});

describe('tickets are refunded automatically', () => {
  test('when the show has not started in time, once even with several workers, and the fan is notified why', async () => {
    const { performer, fan, post } = await showWithTicket();
    testHost.clock.advance({ minutes: 89 });
    expect(await settleShowsAndTickets(testHost, post._id)).toEqual([]);
    testHost.clock.advance({ minutes: 2 });
    expect(await errorOf(start(performer, post._id))).toBe('show_not_open');
    await Promise.all([runJob(testHost, 'tickets/tend', {}), runJob(testHost, 'tickets/tend', {})]);
    const job = { showId: post._id, chargeId: null, cause: 'not_held' } as const;
    await Promise.all([refundTickets(testHost.ctx, job), refundTickets(testHost.ctx, job), runShowJobs(testHost, post._id)]);
    expect(await ticketStatuses(testHost, post._id)).toEqual(['refunded']);
    expect(await balanceOf(fan)).toBe(50);
    expect(await refundsOf(fan)).toEqual(['The stream “Acoustic set” didn’t start in time. We refunded 10 tokens to your wallet.']);
    expect(await refundsOf(performer)).toEqual(['Your stream “Acoustic set” didn’t start in time. We’re refunding its tickets.']);
    expect((await mailsTo(testHost, fan.email, 'refund')).some(({ text }) => text.includes('The stream didn’t start in time.'))).toBe(true);
    const [purchase] = (await testHost.call('GET /wallet/purchases', { query: { type: 'ticket' } }, { token: fan.token })).data.data;
    expect(purchase).toMatchObject({ status: 'refunded', item: { tickets: { state: 'not_held' } } });
    expect(await settleShowsAndTickets(testHost, post._id)).toEqual(['not_held']);
    expect(await balanceOf(fan)).toBe(50);
  });

  test('when the show ends in its first minutes, with the entry fees', async () => {
    const { performer, fan, other, post } = await showWithTicket();
    const stream = await startScheduledShow(liveTestHost, performer, post);
    expect((await pay(other, stream._id)).status).toBe(200);
    testHost.clock.advance({ minutes: 4 });
    await endShow(testHost, performer, stream._id);
    await runJob(testHost, 'charges/refund-entries', { sessionId: stream.sessionId });
    expect(await runShowJobs(testHost, post._id)).toEqual(['broken_off']);
    expect([await balanceOf(fan), await balanceOf(other)]).toEqual([50, 50]);
    expect(await refundsOf(fan)).toEqual([
      'The stream “Acoustic set” ended within its first minutes. We refunded 10 tokens to your wallet.',
    ]);
    expect(await ticketsFor(fan, post._id)).toMatchObject({ state: 'broken_off' });
  });

  test('when its creator cancels it or deletes the post', async () => {
    const { performer, fan, other, post } = await showWithTicket();
    const otherPerformer = await signUpPerformer(testHost);
    expect(await errorOf(cancel(otherPerformer, post._id))).toBe('feed_not_found');
    expect((await cancel(performer, post._id)).data.tickets).toMatchObject({ state: 'canceled' });
    expect((await cancel(performer, post._id)).status).toBe(200);
    expect(await errorOf(buyTicket(testHost, other, post._id))).toBe('not_for_sale');
    expect(await errorOf(start(performer, post._id))).toBe('show_not_open');
    expect(await runShowJobs(testHost, post._id)).toEqual(['canceled']);
    expect([await balanceOf(fan), await ticketStatuses(testHost, post._id)]).toEqual([50, ['refunded']]);
    expect(await refundsOf(fan)).toEqual(['The stream “Acoustic set” was canceled. We refunded 10 tokens to your wallet.']);
    const moved = { params: { id: post._id }, body: { streamScheduledAt: isoIn(testHost, 600) } };
    expect(await errorOf(testHost.call('PUT /performer/feeds/:id', moved, { token: performer.token }))).toBe('show_not_open');

    const deletedPost = await scheduleShow(testHost, performer, { title: 'Another' });
    await buyTicket(testHost, fan, deletedPost._id);
    await testHost.call('DELETE /performer/feeds/:id', { params: { id: deletedPost._id } }, { token: performer.token });
    expect(await runShowJobs(testHost, deletedPost._id)).toEqual(['canceled']);
    expect([await balanceOf(fan), await ticketStatuses(testHost, deletedPost._id)]).toEqual([50, ['refunded']]);
  });

  test('when its creator is suspended or deletes the account', async () => {
    for (const status of ['suspended', 'deleting'] as const) {
      const { performer, fan, post } = await showWithTicket();
      await testHost.ctx.db.update(accounts).set({ status }).where(eq(accounts.id, performer.id));
      expect(await settleShowsAndTickets(testHost, post._id)).toEqual(['canceled']);
      expect([await balanceOf(fan), await ticketStatuses(testHost, post._id)]).toEqual([50, ['refunded']]);
    }
  });

  test('when the creator blocks their holder, but not when the holder blocks the creator', async () => {
    const { performer, fan, other, post } = await showWithTicket();
    await buyTicket(testHost, other, post._id);
    await testHost.call('POST /block/users', { body: { targetId: performer.id } }, { token: fan.token });
    expect(await settleShowsAndTickets(testHost, post._id)).toEqual([]);
    await testHost.call('POST /block/users', { body: { targetId: other.id } }, { token: performer.token });
    expect(await settleShowsAndTickets(testHost, post._id)).toEqual(['blocked']);
    expect([await balanceOf(fan), await balanceOf(other)]).toEqual([40, 50]);
    expect(await ticketStatuses(testHost, post._id)).toEqual(['success', 'refunded']);
  });

  test('once, when an operator refunds at the same time', async () => {
    const { performer, fan, post } = await showWithTicket();
    const operator = await signUpOperator(testHost);
    const bought = await buyTicket(testHost, fan, post._id);
    await cancel(performer, post._id);
    const operatorRefund = testHost.call(
      'POST /admin/charges/:id/refund',
      { params: { id: bought.data._id }, body: { reason: 'They asked for it.' } },
      { token: operator.token },
    );
    const [response] = await Promise.all([operatorRefund, runShowJobs(testHost, post._id)]);
    expect([200, 409]).toContain(response.status);
    expect([await balanceOf(fan), await ticketStatuses(testHost, post._id)]).toEqual([50, ['refunded']]);
  });
});
