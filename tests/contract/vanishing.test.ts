/**
 * Who may not see whom, on every surface: each endpoint that is not the operators' alone is walked while nothing stands between a
 * fan and a performer, while something does, and after it is gone. What the site renders and its list for search engines are made
 * of the same endpoints; the journeys open those pages. Delivery of files is told in `media-leak`.
 */
import { api, endpoint, type Name } from '@contract/api';
import { orders } from '@server/platform/db/schema/schema';
import type { Answered } from '../kit/host/test-host';
import { listenAs, type Ear } from '../support/ear';
import { eventually } from '../kit/timing/eventually';
import { away, fromAway, openPair, type Eye, type Pair } from '../support/pair';
import { password } from '../kit/people/people';
import { goLive } from '../kit/live/shows';
import { surfaces, type Look, type OpenName } from '../kit/contract/block-surfaces';
import { unchanged } from '../kit/contract/block-independent';

const soon_ms = 2_000;
const isOpenTo = (name: Name): boolean => endpoint(name).access !== 'operator';
const openNames = (Object.keys(api) as Name[]).filter(isOpenTo);

/** By which refusals somebody learns no more than that nothing is there for her. */
const hiding =
  /^(blocked_by_performer|blocked_by_user|country_blocked|(performer|feed|video|gallery|product|comment|message|stream|conversation|user|option|file|account)_not_found)$/;

let pair: Pair;
beforeAll(async () => {
  pair = await openPair();
}, 60_000);
afterAll(() => pair.world.close());

const tokens = (): Record<Eye, string | null> => ({ fan: pair.fan.token, performer: pair.performer.token, guest: null });
const headersOf = (eye: Eye): Record<string, string> => (eye === 'performer' ? {} : fromAway);

const ask = (name: OpenName, { eye, ask: question }: Look<never>): Promise<Answered<unknown>> =>
  pair.world.call(name as never, question(pair), { token: tokens()[eye], headers: headersOf(eye) });

/** Whether the other of the two is seen in an answer. */
function isSeen({ eye, shows }: Look<never>, { status, data }: Answered<unknown>): boolean {
  if (status >= 400) return false;
  if (shows) return shows(data);
  const text = JSON.stringify(data);
  return pair.marks[eye === 'performer' ? 'fan' : 'performer'].some((mark) => text.includes(mark));
}

/** What is not as it should be while those eyes, and no others, may not see: one line for each question, `without` some that do not tell. */
async function wrongFor(
  apart: readonly Eye[],
  asked: readonly Eye[] = ['fan', 'guest', 'performer'],
  without: readonly OpenName[] = [],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, { shows = [], refuses = [] }] of Object.entries(surfaces) as [
    OpenName,
    { shows?: Look<never>[]; refuses?: Look<never>[] },
  ][]) {
    for (const [index, look] of [...shows, ...refuses].entries()) {
      if (!asked.includes(look.eye) || without.includes(name)) continue;
      const answer = await ask(name, look);
      const told = answer.status >= 400 ? answer.refusal.error : 'answered';
      const isApart = apart.includes(look.eye);
      const isHidden = shows.includes(look) ? !isSeen(look, answer) : hiding.test(told);
      const isQuiet = told === 'answered' || hiding.test(told) || !isApart;
      if (isHidden !== isApart || !isQuiet)
        wrong.push(`${name} #${String(index)} to the ${look.eye}: ${isHidden ? 'hidden' : 'open'} (${told})`);
    }
  }
  return wrong;
}

test('every endpoint says what it does with two people who may not see each other, once', () => {
  const said = [...Object.keys(surfaces), ...Object.values(unchanged).flat()].sort();
  expect(said).toEqual([...openNames].sort());
});

/** What goes on while something comes between the two: both listen, the fan watches the show, and has a photo of hers open. */
interface Running {
  fan: Ear;
  performer: Ear;
  photo(): Promise<number>;
  close(): void;
}

async function photoOpener(): Promise<() => Promise<number>> {
  const { world, fan, id } = pair;
  const { headers } = await world.call('GET /users/me', {}, { token: fan.token });
  const cookie =
    headers
      .getSetCookie()
      .find((text) => text.startsWith('media='))
      ?.split(';')[0] ?? '';
  const post = await world.call('GET /user/feeds/:id', { params: { id: id.pictured } }, { token: fan.token, headers: fromAway });
  const { pathname, search } = new URL(post.data.files[0]?.url ?? '');
  return async () => (await fetch(world.url + pathname + search, { headers: { cookie, ...fromAway } })).status;
}

async function begin(): Promise<Running> {
  const { world, live, fan, performer, id } = pair;
  const [hers, fans] = [await listenAs(world, performer.token), await listenAs(world, fan.token, fromAway)];
  expect(await fans.say('presence/watch', { accountIds: [performer.id] })).toEqual({ ok: true, data: { online: [performer.id] } });
  for (const streamId of [id.stream, id.otherStream]) expect(await fans.say('stream/joined', { streamId })).toMatchObject({ ok: true });
  const entry = await world.call('POST /streaming/agora/token', { body: { streamId: id.stream } }, { token: fan.token, headers: fromAway });
  expect(entry.status).toBe(200);
  live.watch(id.session, fan.id);
  const photo = await photoOpener();
  expect(await photo()).toBe(200);
  return {
    ...{ fan: fans, performer: hers, photo },
    close: () => {
      for (const ear of [hers, fans]) ear.close();
    },
  };
}

/** That the fan is out of the show, her photo is closed, and nothing of what the performer does reaches her, all of it soon. */
async function expectQuiet({ fan: ear, photo }: Running): Promise<void> {
  const { world, live, performer, other, fan, id } = pair;
  await eventually(async () => {
    expect([...live.room(id.session).viewers]).not.toContain(fan.id);
    expect(ear.heard('stream/left')).toMatchObject([{ streamId: id.stream, accountId: fan.id, reason: 'revoked' }]);
    expect(await photo()).toBe(403);
    expect(await ear.say('presence/watch', { accountIds: [performer.id] })).toMatchObject({ data: { online: [] } });
  }, soon_ms);
  for (const chat of [id.chat, id.otherChat]) {
    const body = { text: 'Not for everybody' };
    expect((await world.call('POST /messages/stream/:id', { params: { id: chat }, body }, { token: performer.token })).status).toBe(200);
  }
  // Said after it in the show in which the fan still is, and so heard after it.
  const last = { text: 'For all of you' };
  await world.call('POST /messages/stream/:id', { params: { id: id.otherChat }, body: last }, { token: other.token });
  await eventually(() => {
    expect(JSON.stringify(ear.heard('stream/message-created'))).toContain(last.text);
  });
  expect(JSON.stringify(ear.heard('stream/message-created'))).not.toContain('Not for everybody');
}

/** That everything of each is there for the other. */
async function together(): Promise<void> {
  const running = await begin();
  expect(await wrongFor([])).toEqual([]);
  running.close();
}

test('nothing is hidden while nothing stands between them', together);

const block = (who: { token: string }, whom: { id: string }, headers = {}) =>
  pair.world.call('POST /block/users', { body: { targetId: whom.id } }, { token: who.token, headers });
const unblock = (who: { token: string }, whom: { id: string }, headers = {}) =>
  pair.world.call('DELETE /block/users/:id', { params: { id: whom.id } }, { token: who.token, headers });

/** Where the performer does not see a fan who was put out of her show, though she may see her elsewhere. */
const putOut: OpenName[] = ['GET /streaming/live/:id/viewers'];

describe('while both are there', () => {
  let running: Running;
  /** Takes away what a test has put between them. */
  let undo: () => Promise<unknown>;
  beforeEach(async () => {
    running = await begin();
  });
  afterEach(async () => {
    running.close();
    await undo();
    await together();
  });

  test('a fan whom the performer blocks and the performer are nowhere to each other', async () => {
    undo = () => unblock(pair.performer, pair.fan);
    await block(pair.performer, pair.fan);
    await expectQuiet(running);
    expect(await wrongFor(['fan', 'performer'])).toEqual([]);
  });

  test('a performer whom the fan blocks and the fan are nowhere to each other', async () => {
    undo = () => unblock(pair.fan, pair.performer, fromAway);
    await block(pair.fan, pair.performer, fromAway);
    await expectQuiet(running);
    expect(await wrongFor(['fan', 'performer'])).toEqual([]);
  });

  test('a performer is nowhere to those in a country that she closes, with an account or without', async () => {
    const close = (countryCodes: string[]) =>
      pair.world.call('POST /block/countries', { body: { countryCodes } }, { token: pair.performer.token });
    undo = () => close([]);
    await close([away.country]);
    await expectQuiet(running);
    // She is not kept from her fans: where they are is known while they ask, and not while she does.
    expect(await wrongFor(['fan', 'guest'], undefined, putOut)).toEqual([]);
  });

  test('nothing of the site is there in a country that it is closed to', async () => {
    const { world, operator, fan, live, id } = pair;
    const close = (countryCodes: string[]) =>
      world.call('PUT /admin/blocked-countries', { body: { countryCodes } }, { token: operator.token });
    undo = () => close([]);
    await close([away.country]);
    await eventually(async () => {
      expect(running.fan.isOpen()).toBe(false);
      expect([...live.room(id.session).viewers]).not.toContain(fan.id);
      expect(await running.photo()).toBe(403);
    }, soon_ms);
    expect(running.performer.isOpen()).toBe(true);
    await expectAllRefused(
      openNames.filter((name) => endpoint(name).alwaysOpen !== true),
      fan.token,
      fromAway,
      'country_blocked',
    );
    await expectAllRefused(
      openNames.filter((name) => endpoint(name).access === 'anyone' && endpoint(name).alwaysOpen !== true),
      null,
      fromAway,
      'country_blocked',
    );
    expect(await wrongFor([], ['performer'], putOut)).toEqual([]);
  });

  /** The performer signs in again after her sessions and her show ended, and is live again. */
  const back = async (): Promise<void> => {
    const { world, performer, id } = pair;
    const { data } = await world.call('POST /auth/login', { body: { username: performer.username, password } });
    performer.token = data.token;
    await world.call('DELETE /account/deletion', {}, { token: performer.token });
    const stream = await goLive(pair, performer);
    Object.assign(pair.id, { stream: stream._id, session: stream.sessionId });
    await world.call('POST /messages/stream/:id', { params: { id: id.chat }, body: { text: 'Back' } }, { token: performer.token });
  };
  const expectGone = async (): Promise<void> => {
    const { live, performer, id } = pair;
    await eventually(async () => {
      expect(running.performer.isOpen()).toBe(false);
      expect(live.room(id.session).hasEnded).toBe(true);
      expect(running.fan.heard('stream/ended')).toMatchObject([{ streamId: id.stream }]);
      expect(await running.photo()).toBe(403);
      expect(await running.fan.say('presence/watch', { accountIds: [performer.id] })).toMatchObject({ data: { online: [] } });
    }, soon_ms);
  };

  test('a performer who is suspended is nowhere, and may do nothing', async () => {
    const { world, operator, performer } = pair;
    const params = { id: performer.id };
    undo = async () => {
      await world.call('POST /admin/users/:id/restore', { params }, { token: operator.token });
      await back();
    };
    await world.call('POST /admin/users/:id/suspend', { params, body: { reason: 'Under review' } }, { token: operator.token });
    await expectGone();
    expect(await wrongFor(['fan', 'guest'], ['fan', 'guest'])).toEqual([]);
    await expectAllRefused(
      openNames.filter((name) => endpoint(name).access !== 'anyone'),
      performer.token,
      {},
      'session_ended',
    );
  });

  test('a performer who deletes her account is nowhere but in what was bought of her, and that is nobody in particular', async () => {
    const { world, performer } = pair;
    const ordersAre = (deliveryStatus: 'processing' | 'delivered') => world.ctx.db.update(orders).set({ deliveryStatus });
    undo = async () => {
      await back();
      await ordersAre('processing');
    };
    // Whom goods are owed cannot leave.
    await ordersAre('delivered');
    const left = await world.call('POST /account/deletion', { body: { currentPassword: password } }, { token: performer.token });
    expect(left.status).toBe(200);
    await expectGone();
    expect(await wrongFor(['guest'], ['guest'])).toEqual([]);
    // What she has bought she opens, and is told that she has it when she would pay again.
    const kept = /^GET \/(user\/feeds\/:id|performer-assets\/(galleries|videos|products)\/:id|wallet\/purchases)|^POST \/wallet\/charges\//;
    const open = await wrongFor(['fan'], ['fan']);
    expect(open.filter((line) => !kept.test(line))).toEqual([]);
    expect(open.join()).toContain('GET /user/feeds/:id');
    const bought = await world.call('GET /wallet/purchases', {}, { token: pair.fan.token, headers: fromAway });
    expect(JSON.stringify(bought.data)).toContain('Deleted account');
    expect(JSON.stringify(bought.data)).not.toContain(performer.username);
    const { data } = await world.call('POST /auth/login', { body: { username: performer.username, password } });
    await expectAllRefused(
      openNames.filter((name) => endpoint(name).access !== 'anyone' && endpoint(name).whileDeleting !== true),
      data.token,
      {},
      'account_deleting',
    );
  });
});

/** Asks each endpoint as somebody whom the door keeps out before it looks at what is asked. */
async function expectAllRefused(
  names: readonly Name[],
  token: string | null,
  headers: Record<string, string>,
  error: string,
): Promise<void> {
  const answers = await Promise.all(
    names.map(async (name) => {
      const [method = '', path = ''] = name.split(' ');
      const address = pair.world.url + path.replaceAll(/:\w+/g, pair.fan.id);
      const answer = await fetch(address, { method, headers: { ...headers, ...(token !== null && { authorization: token }) } });
      return `${name}: ${((await answer.json()) as { error: string }).error}`;
    }),
  );
  expect(answers).toEqual(names.map((name) => `${name}: ${error}`));
}
