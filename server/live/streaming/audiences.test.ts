/** Who a show is for: who is admitted by each audience, and what happens to viewers when their access or the audience changes. */
import fc from 'fast-check';
import { audiences, type Audience } from '@contract/kernel/values/content';
import { violatedInvariants, fillWallet } from '../../../tests/kit/money/ledger';
import { attemptCount } from '../../../tests/kit/timing/depth';
import { eventually } from '../../../tests/kit/timing/eventually';
import {
  requestCredentials,
  endShow,
  joinShow,
  goLive,
  openLiveTestHost,
  reconcile,
  type LiveTestHost,
} from '../../../tests/kit/live/shows';
import { signUpFan, signUpOperator, signUpPerformer } from '../../../tests/kit/people/people';
import { endSubscription, addFollow, addSubscription } from '../../../tests/kit/content/posts';
import { isoIn, buyTicket, scheduleShow } from '../../../tests/kit/live/tickets';
import type { TestHost } from '../../../tests/kit/host/test-host';

let opened: LiveTestHost;
let testHost: TestHost;
let country: string | null = null;
beforeAll(async () => {
  opened = await openLiveTestHost({}, { geo: { countryOf: () => Promise.resolve(country) } });
  ({ testHost } = opened);
});
afterEach(() => {
  country = null;
});
afterAll(async () => {
  expect(await violatedInvariants(testHost)).toEqual([]);
  await testHost.close();
});

type Person = Awaited<ReturnType<typeof signUpFan>>;
const errorOf = async (call: Promise<{ errorBody: { error: string } }>) => (await call).errorBody.error;
const codeOf = async (call: Promise<{ status: number; errorBody: { error: string } }>) => {
  const { status, errorBody } = await call;
  return status < 400 ? 'ok' : errorBody.error;
};
const as = ({ token }: { token: string }) => ({ token });
const change = (performer: Person, id: string, body: { audience?: Audience; isFree?: boolean; price?: number; title?: string }) =>
  testHost.call('PUT /streaming/live/:id', { params: { id }, body }, as(performer));
const start = (performer: Person, body: { audience?: Audience; isFree?: boolean; price?: number; plannedShowId?: string }) =>
  testHost.call('POST /streaming/live', { body: { title: 'An evening', ...body } }, as(performer));
const settings = (performer: Person, body: { audience?: Audience; isFree?: boolean; price?: number }) =>
  testHost.call('PUT /streaming/update', { body }, as(performer));
const pay = (fan: Person, id: string) => testHost.call('POST /wallet/charges/stream/:id', { params: { id }, body: {} }, as(fan));
const block = (who: Person, target: Person) => testHost.call('POST /block/users', { body: { targetId: target.id } }, as(who));
const unfollow = (fan: Person, { id }: Person) => testHost.call('DELETE /follows/:id', { params: { id } }, as(fan));
const seenBy = async (who: Person, id: string) => (await testHost.call('GET /streaming/join/:id', { params: { id } }, as(who))).data.stream;
const viewersIn = (room: string) => [...opened.live.room(room).viewers].sort();

/** A fan who has paid for the show. */
async function payerOf(streamId: string): Promise<Person> {
  const fan = await signUpFan(testHost);
  await fillWallet(testHost, fan.id, 5000n);
  expect((await pay(fan, streamId)).status).toBe(200);
  return fan;
}

/** A fan joins and watches. */
async function watch(fan: Person, { _id, sessionId }: { _id: string; sessionId: string }): Promise<Person> {
  expect((await requestCredentials(testHost, fan, _id)).status).toBe(200);
  opened.live.watch(sessionId, fan.id);
  return fan;
}

const price = 10;
const termsOf = (audience: Audience) => ({ audience, isFree: audience !== 'paid', ...(audience === 'paid' && { price }) });

describe.each([
  ['public', { stranger: 'ok', follower: 'ok', subscriber: 'ok' }, []],
  ['followers', { stranger: 'follow_required', follower: 'ok', subscriber: 'follow_required' }, ['follow']],
  ['subscribers', { stranger: 'subscription_required', follower: 'subscription_required', subscriber: 'ok' }, ['subscribe']],
  ['paid', { stranger: 'content_locked', follower: 'content_locked', subscriber: 'content_locked' }, ['buy']],
] as const)('a show for the audience %s', (audience, expected, unlock) => {
  test('admits its audience and reports to others what would give access', async () => {
    const performer = await signUpPerformer(testHost);
    const [stranger, follower, subscriber] = [await signUpFan(testHost), await signUpFan(testHost), await signUpFan(testHost)];
    await addFollow(testHost, follower, performer);
    // Subscribing follows too, but `addSubscription` subscribes without a follow, as after an unfollow.
    await addSubscription(testHost, subscriber, performer);
    const stream = await goLive(opened, performer, termsOf(audience));
    expect(stream).toMatchObject({ audience, isFree: audience !== 'paid', price: audience === 'paid' ? price : null });
    const codes = {
      stranger: await codeOf(requestCredentials(testHost, stranger, stream._id)),
      follower: await codeOf(requestCredentials(testHost, follower, stream._id)),
      subscriber: await codeOf(requestCredentials(testHost, subscriber, stream._id)),
    };
    expect(codes).toEqual(expected);
    for (const [who, code] of [
      [stranger, expected.stranger],
      [follower, expected.follower],
      [subscriber, expected.subscriber],
    ] as const)
      expect(await seenBy(who, stream._id)).toMatchObject({ canWatch: code === 'ok', unlock: code === 'ok' ? [] : unlock, audience });
    expect((await requestCredentials(testHost, performer, stream._id)).data.role).toBe('publisher');
    expect(await codeOf(requestCredentials(testHost, await signUpOperator(testHost), stream._id))).toBe('ok');
  });

  test('requires an account, and rejects blocked fans and fans in a blocked country', async () => {
    const [performer, blocked, abroad] = [await signUpPerformer(testHost), await signUpFan(testHost), await signUpFan(testHost)];
    for (const fan of [blocked, abroad]) {
      await addFollow(testHost, fan, performer);
      await addSubscription(testHost, fan, performer);
    }
    const stream = await goLive(opened, performer, termsOf(audience));
    expect(await errorOf(testHost.call('POST /streaming/agora/token', { body: { streamId: stream._id } }))).toBe('session_required');
    expect(await errorOf(testHost.call('GET /streaming/join/:id', { params: { id: stream._id } }))).toBe('session_required');
    const { data: found } = await testHost.call('GET /streaming/user/search', { query: { performerId: performer.id } });
    expect(found.data).toMatchObject([{ audience, canWatch: false, unlock }]);
    const page = await testHost.call('GET /performers/:id', { params: { id: performer.id } });
    expect(page.data.stream).toMatchObject({ audience, isFree: audience !== 'paid' });
    await block(performer, blocked);
    await testHost.call('POST /block/countries', { body: { countryCodes: ['FR'] } }, as(performer));
    expect(await codeOf(requestCredentials(testHost, blocked, stream._id))).toBe('blocked_by_performer');
    country = 'FR';
    expect(await codeOf(requestCredentials(testHost, abroad, stream._id))).toBe('blocked_by_performer');
  });
});

test('a show for followers rejects others on all endpoints, and admits them as soon as they follow', async () => {
  const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
  await fillWallet(testHost, fan.id, 5000n);
  const stream = await goLive(opened, performer, { audience: 'followers' });
  const chat = { params: { id: stream.conversationId }, query: {} };
  const tipRequest = { params: { id: performer.id }, body: { price: 10, streamId: stream._id } };
  const callsOfFan = () => [
    testHost.call('GET /messages/stream/:id', chat, as(fan)),
    testHost.call('GET /messages/conversations/public/:id', chat, as(fan)),
    testHost.call('POST /messages/stream/:id', { params: { id: stream.conversationId }, body: { text: 'Hello' } }, as(fan)),
    testHost.call('POST /wallet/charges/tip/:id', tipRequest, as(fan)),
    requestCredentials(testHost, fan, stream._id),
  ];
  for (const call of callsOfFan()) expect(await codeOf(call)).toBe('follow_required');
  const socket = await joinShow(testHost, fan, stream._id);
  expect(socket.errorCode).toBe('follow_required');
  socket.close();
  expect(await errorOf(pay(fan, stream._id))).toBe('not_for_sale');
  await testHost.call('POST /follows/:id', { params: { id: performer.id } }, as(fan));
  for (const call of callsOfFan()) expect(await codeOf(call)).toBe('ok');
  expect(await seenBy(fan, performer.id)).toMatchObject({ canWatch: true, unlock: [] });
});

describe('during a show', () => {
  test('a fan who unfollows is evicted from a show for followers; others stay', async () => {
    const performer = await signUpPerformer(testHost);
    const stream = await goLive(opened, performer, { audience: 'followers' });
    const [leaver, follower] = [await signUpFan(testHost), await signUpFan(testHost)];
    for (const fan of [leaver, follower]) {
      await addFollow(testHost, fan, performer);
      await watch(fan, stream);
    }
    const { token } = (await requestCredentials(testHost, leaver, stream._id)).data;
    const whep = () =>
      testHost.call('POST /streaming/whep/:streamId', { params: { streamId: stream._id }, sdp: 'v=0 an offer' }, { token });
    const socket = await joinShow(testHost, leaver, stream._id);
    await unfollow(leaver, performer);
    await reconcile(testHost);
    expect(viewersIn(stream.sessionId)).toEqual([follower.id]);
    await eventually(() => {
      expect(socket.received('stream/left')).toMatchObject([{ accountId: leaver.id, reason: 'revoked' }]);
    });
    expect(await codeOf(requestCredentials(testHost, leaver, stream._id))).toBe('follow_required');
    expect(await errorOf(whep())).toBe('follow_required');
    socket.close();
    await addFollow(testHost, leaver, performer);
    await watch(leaver, stream);
    await reconcile(testHost);
    expect(viewersIn(stream.sessionId)).toEqual([leaver.id, follower.id].sort());
  });

  test('a blocked fan is evicted from a public show', async () => {
    const performer = await signUpPerformer(testHost);
    const stream = await goLive(opened, performer, { audience: 'public' });
    const [blocked, other] = [await watch(await signUpFan(testHost), stream), await watch(await signUpFan(testHost), stream)];
    await block(performer, blocked);
    await reconcile(testHost);
    expect(viewersIn(stream.sessionId)).toEqual([other.id]);
  });

  test('a narrower audience evicts viewers outside it; fans who have paid always stay', async () => {
    const performer = await signUpPerformer(testHost);
    const stream = await goLive(opened, performer, { audience: 'paid', isFree: false, price });
    const payer = await watch(await payerOf(stream._id), stream);
    const changed = (await change(performer, stream._id, { audience: 'public' })).data;
    expect(changed).toMatchObject({ audience: 'public', isFree: true, price: null });
    const [stranger, follower, subscriber] = [await signUpFan(testHost), await signUpFan(testHost), await signUpFan(testHost)];
    await addFollow(testHost, follower, performer);
    await addSubscription(testHost, subscriber, performer);
    for (const fan of [stranger, follower, subscriber]) await watch(fan, stream);
    const expectViewers = async (...those: Person[]) => {
      await reconcile(testHost);
      expect(viewersIn(stream.sessionId)).toEqual(those.map(({ id }) => id).sort());
    };
    await expectViewers(payer, stranger, follower, subscriber);
    await change(performer, stream._id, { audience: 'followers' });
    await expectViewers(payer, follower);
    expect(await codeOf(requestCredentials(testHost, stranger, stream._id))).toBe('follow_required');
    await change(performer, stream._id, { audience: 'subscribers' });
    await expectViewers(payer);
    await watch(subscriber, stream);
    await change(performer, stream._id, { audience: 'paid', price });
    await expectViewers(payer);
    expect(await codeOf(requestCredentials(testHost, subscriber, stream._id))).toBe('content_locked');
    expect(await seenBy(stranger, stream._id)).toMatchObject({ audience: 'paid', price, unlock: ['buy'] });
  });
});

describe('the audience of a request', () => {
  test('is derived from `isFree` alone: subscribers when free, otherwise paid', async () => {
    const performer = await signUpPerformer(testHost);
    const first = (await start(performer, { isFree: true })).data.stream;
    expect(first).toMatchObject({ audience: 'subscribers', isFree: true, price: null });
    expect((await change(performer, first._id, { isFree: false, price: 5 })).data).toMatchObject({
      audience: 'paid',
      isFree: false,
      price: 5,
    });
    expect((await change(performer, first._id, { isFree: true })).data).toMatchObject({ audience: 'subscribers', price: null });
    expect((await change(performer, first._id, { audience: 'followers' })).data).toMatchObject({ audience: 'followers', isFree: true });
    // Absent fields stay unchanged.
    expect((await change(performer, first._id, { title: 'Night' })).data).toMatchObject({ audience: 'followers', title: 'Night' });
    await endShow(testHost, performer, first._id);
    const past = (await testHost.call('GET /streaming/sessions', { query: {} }, as(performer))).data.data;
    expect(past).toMatchObject([{ audience: 'followers', isFree: true, price: null }]);
    expect((await settings(performer, { isFree: false, price: 7 })).data).toMatchObject({ audience: 'paid', isFree: false, price: 7 });
    expect((await settings(performer, { audience: 'public' })).data).toMatchObject({ audience: 'public', isFree: true, price: 7 });
    expect((await settings(performer, { isFree: true })).data).toMatchObject({ audience: 'subscribers', isFree: true });
    await start(performer, { audience: 'public' });
    // The last choice is the default for the next show.
    expect((await testHost.call('GET /streaming/mine', {}, as(performer))).data.settings).toMatchObject({
      audience: 'public',
      isFree: true,
    });
  });

  test('is rejected when it contradicts `isFree`, is missing, or is paid without a price', async () => {
    const performer = await signUpPerformer(testHost);
    expect(await errorOf(start(performer, {}))).toBe('invalid_request');
    expect(await errorOf(start(performer, { audience: 'paid' }))).toBe('price_out_of_range');
    expect(await errorOf(settings(performer, { audience: 'paid' }))).toBe('price_out_of_range');
    for (const [audience, isFree] of [
      ['public', false],
      ['followers', false],
      ['paid', true],
    ] as const) {
      expect(await errorOf(start(performer, { audience, isFree, price }))).toBe('invalid_request');
      expect(await errorOf(settings(performer, { audience, isFree, price }))).toBe('invalid_request');
    }
    const { _id } = (await start(performer, { audience: 'public', isFree: true })).data.stream;
    expect(await errorOf(change(performer, _id, { audience: 'followers', isFree: false, price }))).toBe('invalid_request');
  });

  test('is rejected together with a price, unless it pays for entry', async () => {
    const performer = await signUpPerformer(testHost);
    for (const free of [{ audience: 'public' }, { audience: 'followers' }, { audience: 'subscribers' }, { isFree: true }] as const) {
      const { errorBody } = await start(performer, { ...free, price });
      expect(errorBody).toMatchObject({ error: 'invalid_request', issues: [{ path: 'audience' }] });
    }
    const { _id } = (await start(performer, { audience: 'followers' })).data.stream;
    expect(await errorOf(change(performer, _id, { price }))).toBe('invalid_request');
    expect((await change(performer, _id, { audience: 'paid', price })).data).toMatchObject({ audience: 'paid', price });
    expect((await change(performer, _id, { audience: 'followers' })).data).toMatchObject({ audience: 'followers', price: null });
  });

  test('must be paid for a show with tickets; fans without a ticket pay for entry', async () => {
    const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
    await fillWallet(testHost, fan.id, 5000n);
    const post = await scheduleShow(testHost, performer, { streamScheduledAt: isoIn(testHost, 60) });
    expect((await buyTicket(testHost, fan, post._id)).status).toBe(200);
    testHost.clock.advance({ minutes: 60 });
    for (const audience of ['public', 'followers', 'subscribers'] as const)
      expect(await errorOf(start(performer, { audience, plannedShowId: post._id }))).toBe('invalid_request');
    const { _id } = (await start(performer, { audience: 'paid', price, plannedShowId: post._id })).data.stream;
    expect(await errorOf(change(performer, _id, { audience: 'public' }))).toBe('invalid_request');
    expect(await codeOf(requestCredentials(testHost, fan, _id))).toBe('ok');
  });

  test('filters the list of shows', async () => {
    const [open, followers, paid] = [await signUpPerformer(testHost), await signUpPerformer(testHost), await signUpPerformer(testHost)];
    const ids = [
      (await goLive(opened, open, { audience: 'public' }))._id,
      (await goLive(opened, followers, { audience: 'followers' }))._id,
      (await goLive(opened, paid, termsOf('paid')))._id,
    ];
    const list = async (query: { audience?: Audience; isFree?: boolean }) => {
      const { data } = await testHost.call('GET /streaming/user/search', { query: { ...query, limit: 100 } });
      return ids.map((id) => data.data.some((stream) => stream._id === id));
    };
    expect(await list({ audience: 'public' })).toEqual([true, false, false]);
    expect(await list({ audience: 'followers' })).toEqual([false, true, false]);
    expect(await list({ isFree: true })).toEqual([true, true, false]);
    expect(await list({ isFree: false })).toEqual([false, false, true]);
  });
});

/** An action of the fan or the performer that may change the fan's access. */
type Step = { action: 'follow' | 'unfollow' | 'subscribe' | 'end' | 'pay' | 'join' } | { action: 'audience'; audience: Audience };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ action: fc.constantFrom('follow', 'unfollow', 'subscribe', 'end', 'pay', 'join', 'join') }),
  fc.record({ action: fc.constant('audience' as const), audience: fc.constantFrom(...audiences) }),
);

test('after any history of actions, access is the same in the API, for credentials and in the room', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...audiences), fc.array(step, { maxLength: 12 }), async (first, steps) => {
      const [performer, fan] = [await signUpPerformer(testHost), await signUpFan(testHost)];
      await fillWallet(testHost, fan.id, 5000n);
      const stream = await goLive(opened, performer, termsOf(first));
      const access = { followed: false, subscribed: false, bought: false };
      let audience: Audience = first;
      let isWatching = false;
      for (const step of steps) {
        if (step.action === 'audience') {
          audience = step.audience;
          await change(performer, stream._id, termsOf(audience));
        } else if (step.action === 'follow') {
          if (!access.followed) await addFollow(testHost, fan, performer);
          access.followed = true;
        } else if (step.action === 'unfollow') {
          await unfollow(fan, performer);
          access.followed = false;
        } else if (step.action === 'subscribe') {
          if (!access.subscribed) await addSubscription(testHost, fan, performer);
          access.subscribed = true;
        } else if (step.action === 'end') {
          if (access.subscribed) await endSubscription(testHost, fan, performer);
          access.subscribed = false;
        } else if (step.action === 'pay') {
          const { status } = await pay(fan, stream._id);
          expect(status < 400).toBe(audience === 'paid' || access.bought);
          access.bought ||= status < 400;
        }
        const mayWatch =
          access.bought || { public: true, followers: access.followed, subscribers: access.subscribed, paid: false }[audience];
        await reconcile(testHost);
        isWatching &&= mayWatch;
        expect(viewersIn(stream.sessionId)).toEqual(isWatching ? [fan.id] : []);
        expect((await seenBy(fan, stream._id)).canWatch).toBe(mayWatch);
        if (step.action !== 'join') continue;
        const isAdmitted = (await requestCredentials(testHost, fan, stream._id)).status === 200;
        expect(isAdmitted).toBe(mayWatch);
        if (isAdmitted) opened.live.watch(stream.sessionId, fan.id);
        isWatching = isAdmitted;
      }
      await endShow(testHost, performer, stream._id);
    }),
    { numRuns: attemptCount(4, 100) },
  );
}, 600_000);
