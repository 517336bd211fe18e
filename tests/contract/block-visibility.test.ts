/**
 * Visibility between two people on every surface: each endpoint that is not only for operators is called without a block between a
 * fan and a performer, with one, and after it is removed. The site's pages and sitemaps use the same endpoints; the journeys open
 * those pages. `media-leak.test.ts` covers the delivery of files.
 */
import { api, endpoint, type Name } from '@contract/api';
import { orders } from '@server/platform/db/schema/store';
import type { ApiResponse } from '../kit/host/test-host';
import { openSocket, type TestSocket } from '../kit/host/test-socket';
import { isThorough } from '../kit/timing/depth';
import { eventually } from '../kit/timing/eventually';
import { fanLocation, fromFanLocation, openPair, type ViewerRole, type Pair } from '../kit/contract/pair';
import { password } from '../kit/people/people';
import { goLive } from '../kit/live/shows';
import { surfaces, type VisibilityCase, type NonOperatorEndpoint } from '../kit/contract/block-surfaces';
import { blockIndependentEndpoints } from '../kit/contract/block-independent';

const isForNonOperators = (name: Name): boolean => endpoint(name).access !== 'operator';
const openNames = (Object.keys(api) as Name[]).filter(isForNonOperators);

/** Errors that reveal only that nothing is available to the caller. */
const hidingErrors =
  /^(blocked_by_performer|blocked_by_user|country_blocked|(performer|feed|video|gallery|product|comment|message|stream|conversation|user|option|file|account)_not_found)$/;

let pair: Pair;
beforeAll(async () => {
  pair = await openPair();
});
afterAll(() => pair.testHost.close());

const tokens = (): Record<ViewerRole, string | null> => ({ fan: pair.fan.token, performer: pair.performer.token, guest: null });
const headersOf = (viewer: ViewerRole): Record<string, string> => (viewer === 'performer' ? {} : fromFanLocation);

const callEndpoint = (name: NonOperatorEndpoint, { viewer, inputOf }: VisibilityCase<never>): Promise<ApiResponse<unknown>> =>
  pair.testHost.call(name as never, inputOf(pair), { token: tokens()[viewer], headers: headersOf(viewer) });

/** Whether a response shows the other person. */
function isSeen({ viewer, shows }: VisibilityCase<never>, { status, data }: ApiResponse<unknown>): boolean {
  if (status >= 400) return false;
  if (shows) return shows(data);
  const text = JSON.stringify(data);
  return pair.marks[viewer === 'performer' ? 'fan' : 'performer'].some((mark) => text.includes(mark));
}

/**
 * The violations when exactly the viewers in `hiddenFrom` must not see the other person: one line per request. Skips the endpoints in
 * `skipped`.
 */
async function violationsFor(
  hiddenFrom: readonly ViewerRole[],
  viewers: readonly ViewerRole[] = ['fan', 'guest', 'performer'],
  skipped: readonly NonOperatorEndpoint[] = [],
): Promise<string[]> {
  const violations: string[] = [];
  for (const [name, { shows = [], rejects = [] }] of Object.entries(surfaces) as [
    NonOperatorEndpoint,
    { shows?: VisibilityCase<never>[]; rejects?: VisibilityCase<never>[] },
  ][]) {
    for (const [index, visibilityCase] of [...shows, ...rejects].entries()) {
      if (!viewers.includes(visibilityCase.viewer) || skipped.includes(name)) continue;
      const response = await callEndpoint(name, visibilityCase);
      const result = response.status >= 400 ? response.errorBody.error : 'success';
      const mustBeHidden = hiddenFrom.includes(visibilityCase.viewer);
      const isHidden = shows.includes(visibilityCase) ? !isSeen(visibilityCase, response) : hidingErrors.test(result);
      const isAllowedError = result === 'success' || hidingErrors.test(result) || !mustBeHidden;
      if (isHidden !== mustBeHidden || !isAllowedError)
        violations.push(`${name} #${String(index)} to the ${visibilityCase.viewer}: ${isHidden ? 'hidden' : 'open'} (${result})`);
    }
  }
  return violations;
}

test('every endpoint is listed exactly once, as affected or not affected by blocks', () => {
  const listed = [...Object.keys(surfaces), ...Object.values(blockIndependentEndpoints).flat()].sort();
  expect(listed).toEqual([...openNames].sort());
});

/**
 * The state while a block is created: both sockets are connected, the fan watches the show, and has opened a photo of the
 * performer.
 */
interface ConnectedPair {
  fan: TestSocket;
  performer: TestSocket;
  photo(): Promise<number>;
  close(): void;
}

async function openPhoto(): Promise<() => Promise<number>> {
  const { testHost, fan, id } = pair;
  const { headers } = await testHost.call('GET /users/me', {}, { token: fan.token });
  const cookie =
    headers
      .getSetCookie()
      .find((text) => text.startsWith('media='))
      ?.split(';')[0] ?? '';
  const post = await testHost.call('GET /user/feeds/:id', { params: { id: id.photoPost } }, { token: fan.token, headers: fromFanLocation });
  const { pathname, search } = new URL(post.data.files[0]?.url ?? '');
  return async () => (await fetch(testHost.url + pathname + search, { headers: { cookie, ...fromFanLocation } })).status;
}

async function connectPair(): Promise<ConnectedPair> {
  const { testHost, live, fan, performer, id } = pair;
  const [performerSocket, fanSocket] = [
    await openSocket(testHost, performer.token),
    await openSocket(testHost, fan.token, fromFanLocation),
  ];
  expect(await fanSocket.emit('presence/watch', { accountIds: [performer.id] })).toEqual({ ok: true, data: { online: [performer.id] } });
  for (const streamId of [id.stream, id.otherStream])
    expect(await fanSocket.emit('stream/joined', { streamId })).toMatchObject({ ok: true });
  const credentials = await testHost.call(
    'POST /streaming/agora/token',
    { body: { streamId: id.stream } },
    { token: fan.token, headers: fromFanLocation },
  );
  expect(credentials.status).toBe(200);
  live.watch(id.session, fan.id);
  const photo = await openPhoto();
  expect(await photo()).toBe(200);
  return {
    fan: fanSocket,
    performer: performerSocket,
    photo,
    close: () => {
      for (const socket of [performerSocket, fanSocket]) socket.close();
    },
  };
}

/**
 * Expects that within a short time the fan is removed from the show, the photo is closed, and no event of the performer reaches the
 * fan.
 */
async function expectIsolated({ fan: socket, photo }: ConnectedPair): Promise<void> {
  const { testHost, live, performer, other, fan, id } = pair;
  await eventually(async () => {
    expect([...live.room(id.session).viewers]).not.toContain(fan.id);
    expect(socket.received('stream/left')).toMatchObject([{ streamId: id.stream, accountId: fan.id, reason: 'revoked' }]);
    expect(await photo()).toBe(403);
    expect(await socket.emit('presence/watch', { accountIds: [performer.id] })).toMatchObject({ data: { online: [] } });
  });
  for (const chat of [id.chat, id.otherChat]) {
    const body = { text: 'Not for everybody' };
    expect((await testHost.call('POST /messages/stream/:id', { params: { id: chat }, body }, { token: performer.token })).status).toBe(200);
  }
  // Sent afterwards in the show that the fan still watches, so it arrives after the earlier messages.
  const marker = { text: 'For all of you' };
  await testHost.call('POST /messages/stream/:id', { params: { id: id.otherChat }, body: marker }, { token: other.token });
  await eventually(() => {
    expect(JSON.stringify(socket.received('stream/message-created'))).toContain(marker.text);
  });
  expect(JSON.stringify(socket.received('stream/message-created'))).not.toContain('Not for everybody');
}

/** Expects that both see everything of each other. */
async function expectMutualVisibility(): Promise<void> {
  const connected = await connectPair();
  expect(await violationsFor([])).toEqual([]);
  connected.close();
}

test('everything is visible without a block', expectMutualVisibility);

const block = (blocker: { token: string }, target: { id: string }, headers = {}) =>
  pair.testHost.call('POST /block/users', { body: { targetId: target.id } }, { token: blocker.token, headers });
const unblock = (blocker: { token: string }, target: { id: string }, headers = {}) =>
  pair.testHost.call('DELETE /block/users/:id', { params: { id: target.id } }, { token: blocker.token, headers });

/** After the fan is removed from the show, the performer does not see them there, although they are visible elsewhere. */
const notAfterEviction: NonOperatorEndpoint[] = ['GET /streaming/live/:id/viewers'];

describe('while both are connected', () => {
  let connected: ConnectedPair;
  /** Removes the block of the test. */
  let undo: () => Promise<unknown>;
  beforeEach(async () => {
    connected = await connectPair();
  });
  afterEach(async () => {
    connected.close();
    await undo();
    // `npm test` checks every surface again only after the last test.
    if (isThorough) await expectMutualVisibility();
  });

  test('a fan and a performer are invisible to each other after the performer blocks the fan', async () => {
    undo = () => unblock(pair.performer, pair.fan);
    await block(pair.performer, pair.fan);
    await expectIsolated(connected);
    expect(await violationsFor(['fan', 'performer'])).toEqual([]);
  });

  test('a fan and a performer are invisible to each other after the fan blocks the performer', async () => {
    undo = () => unblock(pair.fan, pair.performer, fromFanLocation);
    await block(pair.fan, pair.performer, fromFanLocation);
    await expectIsolated(connected);
    expect(await violationsFor(['fan', 'performer'])).toEqual([]);
  });

  test('a performer is invisible in a country that they block, with and without an account', async () => {
    const blockCountries = (countryCodes: string[]) =>
      pair.testHost.call('POST /block/countries', { body: { countryCodes } }, { token: pair.performer.token });
    undo = () => blockCountries([]);
    await blockCountries([fanLocation.country]);
    await expectIsolated(connected);
    // The performer still sees the fans: a fan's country is known only during the fan's own requests.
    expect(await violationsFor(['fan', 'guest'], undefined, notAfterEviction)).toEqual([]);
  });

  test('the whole site is closed in a country that operators block', async () => {
    const { testHost, operator, fan, live, id } = pair;
    const blockCountries = (countryCodes: string[]) =>
      testHost.call('PUT /admin/blocked-countries', { body: { countryCodes } }, { token: operator.token });
    undo = () => blockCountries([]);
    await blockCountries([fanLocation.country]);
    await eventually(async () => {
      expect(connected.fan.isOpen()).toBe(false);
      expect([...live.room(id.session).viewers]).not.toContain(fan.id);
      expect(await connected.photo()).toBe(403);
    });
    expect(connected.performer.isOpen()).toBe(true);
    await expectAllRejected(
      openNames.filter((name) => endpoint(name).duringMaintenance !== true),
      fan.token,
      fromFanLocation,
      'country_blocked',
    );
    await expectAllRejected(
      openNames.filter((name) => endpoint(name).access === 'anyone' && endpoint(name).duringMaintenance !== true),
      null,
      fromFanLocation,
      'country_blocked',
    );
    expect(await violationsFor([], ['performer'], notAfterEviction)).toEqual([]);
  });

  /** The performer signs in again after their sessions and show have ended, and goes live again. */
  const goLiveAgain = async (): Promise<void> => {
    const { testHost, performer, id } = pair;
    const { data } = await testHost.call('POST /auth/login', { body: { username: performer.username, password } });
    performer.token = data.token;
    await testHost.call('DELETE /account/deletion', {}, { token: performer.token });
    const stream = await goLive(pair, performer);
    Object.assign(pair.id, { stream: stream._id, session: stream.sessionId });
    await testHost.call('POST /messages/stream/:id', { params: { id: id.chat }, body: { text: 'Back' } }, { token: performer.token });
  };
  const expectRemoved = async (): Promise<void> => {
    const { live, performer, id } = pair;
    await eventually(async () => {
      expect(connected.performer.isOpen()).toBe(false);
      expect(live.room(id.session).hasEnded).toBe(true);
      expect(connected.fan.received('stream/ended')).toMatchObject([{ streamId: id.stream }]);
      expect(await connected.photo()).toBe(403);
      expect(await connected.fan.emit('presence/watch', { accountIds: [performer.id] })).toMatchObject({ data: { online: [] } });
    });
  };

  test('a suspended performer is invisible and cannot use the API', async () => {
    const { testHost, operator, performer } = pair;
    const params = { id: performer.id };
    undo = async () => {
      await testHost.call('POST /admin/users/:id/restore', { params }, { token: operator.token });
      await goLiveAgain();
    };
    await testHost.call('POST /admin/users/:id/suspend', { params, body: { reason: 'Under review' } }, { token: operator.token });
    await expectRemoved();
    expect(await violationsFor(['fan', 'guest'], ['fan', 'guest'])).toEqual([]);
    await expectAllRejected(
      openNames.filter((name) => endpoint(name).access !== 'anyone'),
      performer.token,
      {},
      'session_ended',
    );
  });

  test('a deleted performer is invisible except in purchases, where they are anonymous', async () => {
    const { testHost, performer } = pair;
    const setOrderStatus = (deliveryStatus: 'processing' | 'delivered') => testHost.ctx.db.update(orders).set({ deliveryStatus });
    undo = async () => {
      await goLiveAgain();
      await setOrderStatus('processing');
    };
    // An account with open orders cannot be deleted.
    await setOrderStatus('delivered');
    const deletion = await testHost.call('POST /account/deletion', { body: { currentPassword: password } }, { token: performer.token });
    expect(deletion.status).toBe(200);
    await expectRemoved();
    expect(await violationsFor(['guest'], ['guest'])).toEqual([]);
    // The fan can still open purchases, and an attempt to buy one again returns that it is already bought.
    const allowedForBuyers =
      /^GET \/(user\/feeds\/:id|performer-assets\/(galleries|videos|products)\/:id|wallet\/purchases)|^POST \/wallet\/charges\//;
    const visible = await violationsFor(['fan'], ['fan']);
    expect(visible.filter((line) => !allowedForBuyers.test(line))).toEqual([]);
    expect(visible.join()).toContain('GET /user/feeds/:id');
    const bought = await testHost.call('GET /wallet/purchases', {}, { token: pair.fan.token, headers: fromFanLocation });
    expect(JSON.stringify(bought.data)).toContain('Deleted account');
    expect(JSON.stringify(bought.data)).not.toContain(performer.username);
    const { data } = await testHost.call('POST /auth/login', { body: { username: performer.username, password } });
    await expectAllRejected(
      openNames.filter((name) => endpoint(name).access !== 'anyone' && endpoint(name).whileDeleting !== true),
      data.token,
      {},
      'account_deleting',
    );
  });
});

test('everything is visible again after the last block', expectMutualVisibility);

/** Calls each endpoint as a caller that is rejected before the input is parsed. */
async function expectAllRejected(
  names: readonly Name[],
  token: string | null,
  headers: Record<string, string>,
  error: string,
): Promise<void> {
  const results = await Promise.all(
    names.map(async (name) => {
      const [method = '', path = ''] = name.split(' ');
      const address = pair.testHost.url + path.replaceAll(/:\w+/g, pair.fan.id);
      const response = await fetch(address, { method, headers: { ...headers, ...(token !== null && { authorization: token }) } });
      return `${name}: ${((await response.json()) as { error: string }).error}`;
    }),
  );
  expect(results).toEqual(names.map((name) => `${name}: ${error}`));
}
