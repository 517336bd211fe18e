/** Agora specifics: numeric uids, an API server without participant data, and failures of the RESTful API. */
import { randomUUID } from 'node:crypto';
import { openAgoraStandIn, type AgoraFault, type AgoraStandIn } from '../../../tests/kit/stand-ins/agora';
import { eventually } from '../../../tests/kit/timing/eventually';
import { testClock, type TestClock } from '../../../tests/kit/host/test-clock';
import { agoraEngine } from './agora.engine';
import { isPublisherUid, viewerUids, windows_max } from './agora.uids';
import { callTiming } from './calls';
import { EngineUnavailable, RoomEnded, type Credentials, type EngineEvent, type LiveRole, type StreamingEngine } from './engine';

const fastPolling = { ...callTiming, tick_ms: 5, pollEvery_ms: 20 };
const shortTimeouts = { attempt_ms: 200, whole_ms: 300, tick_ms: 60_000, pollEvery_ms: 60_000 };
const noPolling = { ...callTiming, tick_ms: 60_000, pollEvery_ms: 60_000 };

let clock: TestClock;
let standIn: AgoraStandIn;
let room: string;
let finn: string;
let ada: string;
const opened: StreamingEngine[] = [];

beforeEach(async () => {
  clock = testClock();
  standIn = await openAgoraStandIn(clock);
  [room, ada, finn] = [randomUUID(), randomUUID(), randomUUID()];
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((engine) => engine.close()));
  await standIn.close();
});

function open(timing = fastPolling, rest: AgoraStandIn['options']['rest'] | null = standIn.options.rest): StreamingEngine {
  const engine = agoraEngine({ ...standIn.options, rest }, clock, timing);
  opened.push(engine);
  return engine;
}
const openWithoutRest = (timing = fastPolling): StreamingEngine => open(timing, null);
const issue = (engine: StreamingEngine, identity: string, role: LiveRole = 'viewer', ttl_s = 3_600): Promise<Credentials> =>
  engine.credentials({ room, identity, role, ttl_s });
const enter = ({ token, uid }: Credentials, as: 'host' | 'audience' = 'audience') => standIn.join(token, uid ?? 0, as);
function eventsOf(engine: StreamingEngine): EngineEvent[] {
  const events: EngineEvent[] = [];
  engine.listen((event) => void events.push(event));
  return events;
}

describe("a token, read with Agora's own library,", () => {
  it.each<[LiveRole, boolean]>([
    ['publisher', true],
    ['viewer', false],
  ])('allows a %s to join that channel with that uid, and to publish: %p', async (role, mayPublish) => {
    const { token, uid, appId, expiresAt } = await issue(open(), ada, role);
    const claims = standIn.parseToken(token);
    expect(claims).toMatchObject({ channel: room, uid, mayPublish });
    expect(appId).toBe(standIn.options.appId);
    expect(Math.abs((claims?.expiresAt.getTime() ?? 0) - expiresAt.getTime())).toBeLessThan(5_000);
    expect(Math.abs(expiresAt.getTime() - clock.now().getTime() - 3_600_000)).toBeLessThan(5_000);
  });

  it('is valid for an hour at most, and for ten minutes without the RESTful API', async () => {
    const lifetimeOf_s = async (engine: StreamingEngine): Promise<number> => {
      const { expiresAt } = await issue(engine, finn, 'viewer', 86_400);
      return (expiresAt.getTime() - clock.now().getTime()) / 1000;
    };
    expect(await lifetimeOf_s(open())).toBeLessThanOrEqual(3_600);
    expect(await lifetimeOf_s(openWithoutRest())).toBeLessThanOrEqual(600);
    expect([open().cannotSeeParticipants, openWithoutRest().cannotSeeParticipants]).toEqual([undefined, true]);
  });

  it('carries neither the certificate nor the keys', async () => {
    const credentials = JSON.stringify(await issue(open(), finn));
    for (const secret of [standIn.options.appCertificate, standIn.options.rest.customerSecret]) expect(credentials).not.toContain(secret);
  });
});

describe('uids', () => {
  it('are the same for a publisher on every API server, and distinct from uids of viewers', async () => {
    const [first, second] = [await issue(open(), ada, 'publisher'), await issue(open(), ada, 'publisher')];
    expect(first.uid).toBe(second.uid);
    expect(isPublisherUid(first.uid ?? 0)).toBe(true);
    expect(isPublisherUid((await issue(open(), ada)).uid ?? 0)).toBe(false);
  });

  it('differ for each window of a viewer, up to five; the next reuses the one that expires first', async () => {
    const engine = open();
    const uids: (number | null)[] = [];
    for (let window = 0; window < windows_max; window += 1) {
      uids.push((await issue(engine, finn)).uid);
      clock.advance({ seconds: 1 });
    }
    expect(new Set(uids).size).toBe(5);
    expect((await issue(engine, finn)).uid).toBe(uids[0]);
  });

  it('stay the same when a window renews its credentials in their last minute', async () => {
    const engine = open();
    const { uid } = await issue(engine, finn, 'viewer', 600);
    clock.advance({ minutes: 9, seconds: 30 });
    expect((await issue(engine, finn, 'viewer', 600)).uid).toBe(uid);
  });

  it('are unique per person in a room, even when hashes collide', async () => {
    const identityByUid = new Map<number, string>();
    const [one, other] = ((): [string, string] => {
      for (;;) {
        const identity = randomUUID();
        for (const uid of viewerUids({ room, identity, generation: 0 })) {
          const previous = identityByUid.get(uid);
          if (previous !== undefined && previous !== identity) return [previous, identity];
          identityByUid.set(uid, identity);
        }
      }
    })();
    const engine = open(noPolling);
    const uids = new Set<number | null>();
    for (const identity of [one, other])
      for (let window = 0; window < windows_max; window += 1) uids.add((await issue(engine, identity)).uid);
    expect(uids.size).toBe(2 * windows_max);
  });
});

describe('with the RESTful API', () => {
  it('tokens issued before an eviction stay invalid after new credentials were issued', async () => {
    const engine = open();
    const old = [await issue(engine, finn), await issue(engine, finn)];
    await engine.evict(room, finn);
    expect(enter(await issue(engine, finn)).isConnected()).toBe(true);
    for (const credentials of old) expect(() => enter(credentials)).toThrow('banned');
  });

  it('a person evicted by one API server gets usable uids from another', async () => {
    const [here, there] = [open(), open()];
    const old = await issue(here, finn);
    await here.evict(room, finn);
    const again = await issue(there, finn);
    expect(again.uid).not.toBe(old.uid);
    expect(enter(again).isConnected()).toBe(true);
  });

  it('a restarted API server can evict a person admitted by another', async () => {
    const connection = enter(await issue(open(), finn));
    await open().evict(room, finn);
    expect(connection.isConnected()).toBe(false);
  });

  it('a room ended by one API server is ended for another', async () => {
    const [here, there] = [open(), open()];
    const late = await issue(here, finn);
    await here.endRoom(room);
    await expect(issue(there, finn)).rejects.toThrow(RoomEnded);
    expect(() => enter(late)).toThrow('banned');
  });

  it('a viewer who publishes without co-host authentication is evicted', async () => {
    standIn.hasCohostAuthentication = false;
    const engine = open();
    const intruder = enter(await issue(engine, finn), 'host');
    await eventually(() => expect(intruder.isConnected()).toBe(false));
    expect(await engine.roomState(room)).toMatchObject({ isPublished: false });
  });

  it('the engine emits events found by polling, and none to an unsubscribed listener', async () => {
    const engine = open();
    const events = eventsOf(engine);
    const eventsAfterUnsubscribe: EngineEvent[] = [];
    engine.listen((event) => void eventsAfterUnsubscribe.push(event))();
    const publisher = enter(await issue(engine, ada, 'publisher'), 'host');
    const windows = [enter(await issue(engine, finn)), enter(await issue(engine, finn))];
    const expected: EngineEvent[] = [
      { type: 'published', room, identity: ada },
      { type: 'joined', room, identity: finn },
    ];
    await eventually(() => expect(events).toEqual(expect.arrayContaining(expected)));
    expect(await engine.roomState(room)).toEqual({ isPublished: true, viewers: [finn] });
    for (const window of [publisher, ...windows]) await window.leave();
    expected.push({ type: 'unpublished', room, identity: ada }, { type: 'left', room, identity: finn });
    await eventually(() => expect(events).toHaveLength(4));
    expect(events).toEqual(expect.arrayContaining(expected));
    expect(eventsAfterUnsubscribe).toEqual([]);
  });

  it('the engine reports a publisher admitted by another API server, and omits viewers with unknown uids', async () => {
    const other = open();
    enter(await issue(other, ada, 'publisher'), 'host');
    enter(await issue(other, finn));
    expect(await open().roomState(room)).toEqual({ isPublished: true, viewers: [] });
  });

  it('the engine stops polling once all credentials have expired', async () => {
    const engine = open();
    await issue(engine, finn);
    clock.advance({ hours: 2 });
    const count = (): number => standIn.requests.length;
    await eventually(async () => {
      const before = count();
      await engine.isUp();
      expect(count()).toBe(before + 1);
    });
  });

  it.each<AgoraFault>(['hang', 'trickle', 'fail', 'busy', 'garbage', 'no_success', 'lose'])(
    'calls throw EngineUnavailable in time when it fails (%s)',
    async (fault) => {
      // Short timeouts only for the calls that are expected to fail.
      const [engine, reliable] = [open(shortTimeouts), open(noPolling)];
      await issue(reliable, finn);
      standIn.failNext(fault);
      await expect(engine.roomState(room)).rejects.toThrow(EngineUnavailable);
      standIn.failNext(fault, 6);
      await expect(engine.evict(room, finn)).rejects.toThrow(EngineUnavailable);
      await eventually(async () => expect(await engine.isUp()).toBe(true));
      // Several faults: a late request of the eviction above may consume the first.
      standIn.failNext(fault, 6);
      expect(await engine.isUp()).toBe(false);
      await eventually(async () => expect(await engine.isUp()).toBe(true));
      await reliable.evict(room, finn);
    },
  );

  it.each(['the same API server', 'another API server'])('an eviction that failed midway completes when %s retries it', async (who) => {
    const engine = open(noPolling);
    const windows: ReturnType<typeof enter>[] = [];
    while (windows.length < windows_max) windows.push(enter(await issue(engine, finn)));
    const before = standIn.requests.length;
    standIn.failNext('fail', 3);
    await expect(engine.evict(room, finn)).rejects.toThrow(EngineUnavailable);
    await eventually(() => expect(standIn.requests.length).toBe(before + 1 + windows_max));
    await (who === 'the same API server' ? engine : open(noPolling)).evict(room, finn);
    expect(windows.filter((window) => window.isConnected())).toEqual([]);
  });

  it('people can join while it is down', async () => {
    const engine = open(shortTimeouts);
    await standIn.close();
    expect(enter(await issue(engine, finn)).isConnected()).toBe(true);
  });

  it('the engine is not up when the keys are wrong', async () => {
    expect(await open(fastPolling, { ...standIn.options.rest, customerSecret: 'wrong' }).isUp()).toBe(false);
  });
});

describe('without the RESTful API', () => {
  it('the engine sends no requests to Agora', async () => {
    const engine = openWithoutRest();
    await issue(engine, ada, 'publisher');
    await engine.roomState(room);
    await engine.evict(room, ada);
    await engine.endRoom(room);
    expect(await engine.isUp()).toBe(true);
    expect(standIn.requests).toEqual([]);
  });

  it('the engine reports each person with valid credentials once, until they expire', async () => {
    const engine = openWithoutRest();
    const events = eventsOf(engine);
    await issue(engine, ada, 'publisher', 600);
    await issue(engine, finn, 'viewer', 300);
    await issue(engine, finn, 'viewer', 300);
    expect(await engine.roomState(room)).toEqual({ isPublished: true, viewers: [finn] });
    expect(events).toEqual([
      { type: 'published', room, identity: ada },
      { type: 'joined', room, identity: finn },
    ]);
    clock.advance({ minutes: 6 });
    expect(await engine.roomState(room)).toEqual({ isPublished: true, viewers: [] });
    await eventually(() => expect(events).toContainEqual({ type: 'left', room, identity: finn }));
    clock.advance({ minutes: 6 });
    await eventually(() => expect(events).toContainEqual({ type: 'unpublished', room, identity: ada }));
  });

  it('the engine omits an evicted person, and issues another uid when they are admitted again', async () => {
    const engine = openWithoutRest();
    const events = eventsOf(engine);
    const old = await issue(engine, finn);
    await engine.evict(room, finn);
    expect(await engine.roomState(room)).toEqual({ isPublished: false, viewers: [] });
    expect(events).toContainEqual({ type: 'left', room, identity: finn });
    expect((await issue(engine, finn)).uid).not.toBe(old.uid);
  });

  it('the engine issues no credentials for an ended room', async () => {
    const engine = openWithoutRest();
    await issue(engine, ada, 'publisher');
    await engine.endRoom(room);
    await expect(issue(engine, ada, 'publisher')).rejects.toThrow(RoomEnded);
    expect(await engine.roomState(room)).toEqual({ isPublished: false, viewers: [] });
  });
});
