/** What Agora alone can do to us: numbers instead of names, a host that cannot see, and a RESTful API that fails. */
import { randomUUID } from 'node:crypto';
import { openAgoraStandIn, type AgoraFault, type AgoraStandIn } from '../../../tests/kit/stand-ins/agora';
import { eventually } from '../../../tests/kit/timing/eventually';
import { testClock, type TestClock } from '../../../tests/kit/host/test-clock';
import { agoraEngine } from './agora.engine';
import { isPublisherUid, viewerUids, windows_max } from '../../streaming/agora.uids';
import { callTiming } from '../../streaming/calls';
import { EngineAway, RoomEnded, type Credentials, type EngineEvent, type LiveRole, type StreamingEngine } from '../../streaming/engine';

const quick = { ...callTiming, turn_ms: 5, look_ms: 20 };
const hasty = { attempt_ms: 200, whole_ms: 300, turn_ms: 60_000, look_ms: 60_000 };
const unseen = { ...callTiming, turn_ms: 60_000, look_ms: 60_000 };

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

function open(timing = quick, rest: AgoraStandIn['options']['rest'] | null = standIn.options.rest): StreamingEngine {
  const engine = agoraEngine({ ...standIn.options, rest }, clock, timing);
  opened.push(engine);
  return engine;
}
const openBlind = (timing = quick): StreamingEngine => open(timing, null);
const give = (engine: StreamingEngine, identity: string, role: LiveRole = 'viewer', ttl_s = 3_600): Promise<Credentials> =>
  engine.credentials({ room, identity, role, ttl_s });
const enter = ({ token, uid }: Credentials, as: 'host' | 'audience' = 'audience') => standIn.join(token, uid ?? 0, as);
function hearing(engine: StreamingEngine): EngineEvent[] {
  const told: EngineEvent[] = [];
  engine.listen((event) => void told.push(event));
  return told;
}

describe("a token, read with Agora's own library,", () => {
  it.each<[LiveRole, boolean]>([
    ['publisher', true],
    ['viewer', false],
  ])('gives a %s the right to join that channel as that number, and to publish: %p', async (role, mayPublish) => {
    const { token, uid, appId, expiresAt } = await give(open(), ada, role);
    const claims = standIn.read(token);
    expect(claims).toMatchObject({ channel: room, uid, mayPublish });
    expect(appId).toBe(standIn.options.appId);
    expect(Math.abs((claims?.expiresAt.getTime() ?? 0) - expiresAt.getTime())).toBeLessThan(5_000);
    expect(Math.abs(expiresAt.getTime() - clock.now().getTime() - 3_600_000)).toBeLessThan(5_000);
  });

  it('holds for an hour at the most, and for ten minutes where the host is blind', async () => {
    const lasts_s = async (engine: StreamingEngine): Promise<number> => {
      const { expiresAt } = await give(engine, finn, 'viewer', 86_400);
      return (expiresAt.getTime() - clock.now().getTime()) / 1000;
    };
    expect(await lasts_s(open())).toBeLessThanOrEqual(3_600);
    expect(await lasts_s(openBlind())).toBeLessThanOrEqual(600);
    expect([open().isBlind, openBlind().isBlind]).toEqual([undefined, true]);
  });

  it('carries neither the certificate nor the keys', async () => {
    const given = JSON.stringify(await give(open(), finn));
    for (const secret of [standIn.options.appCertificate, standIn.options.rest.customerSecret]) expect(given).not.toContain(secret);
  });
});

describe('numbers', () => {
  it('are the same for one publisher each time, whichever host gives them, and never those of a viewer', async () => {
    const [one, other] = [await give(open(), ada, 'publisher'), await give(open(), ada, 'publisher')];
    expect(one.uid).toBe(other.uid);
    expect(isPublisherUid(one.uid ?? 0)).toBe(true);
    expect(isPublisherUid((await give(open(), ada)).uid ?? 0)).toBe(false);
  });

  it('differ for each window of a viewer, up to five; the next takes the place of the one that ends first', async () => {
    const engine = open();
    const given: (number | null)[] = [];
    for (let window = 0; window < windows_max; window += 1) {
      given.push((await give(engine, finn)).uid);
      clock.advance({ seconds: 1 });
    }
    expect(new Set(given).size).toBe(5);
    expect((await give(engine, finn)).uid).toBe(given[0]);
  });

  it('stay when a window renews its credentials in their last minute', async () => {
    const engine = open();
    const { uid } = await give(engine, finn, 'viewer', 600);
    clock.advance({ minutes: 9, seconds: 30 });
    expect((await give(engine, finn, 'viewer', 600)).uid).toBe(uid);
  });

  it('are in no room those of two people, even where two would have the same', async () => {
    const known = new Map<number, string>();
    const [one, other] = ((): [string, string] => {
      for (;;) {
        const identity = randomUUID();
        for (const uid of viewerUids({ room, identity, generation: 0 })) {
          const twin = known.get(uid);
          if (twin !== undefined && twin !== identity) return [twin, identity];
          known.set(uid, identity);
        }
      }
    })();
    const engine = open(unseen);
    const given = new Set<number | null>();
    for (const identity of [one, other])
      for (let window = 0; window < windows_max; window += 1) given.add((await give(engine, identity)).uid);
    expect(given.size).toBe(2 * windows_max);
  });
});

describe('with the RESTful API', () => {
  it('an older token stays worthless beside the new credentials of somebody who may come again', async () => {
    const engine = open();
    const old = [await give(engine, finn), await give(engine, finn)];
    await engine.putOut(room, finn);
    expect(enter(await give(engine, finn)).isConnected()).toBe(true);
    for (const one of old) expect(() => enter(one)).toThrow('banned');
  });

  it('somebody put out by one host gets numbers that are let in from another', async () => {
    const [here, there] = [open(), open()];
    const old = await give(here, finn);
    await here.putOut(room, finn);
    const again = await give(there, finn);
    expect(again.uid).not.toBe(old.uid);
    expect(enter(again).isConnected()).toBe(true);
  });

  it('a host that started anew puts out whom another let in', async () => {
    const window = enter(await give(open(), finn));
    await open().putOut(room, finn);
    expect(window.isConnected()).toBe(false);
  });

  it('a room ended by one host is ended for another', async () => {
    const [here, there] = [open(), open()];
    const late = await give(here, finn);
    await here.endRoom(room);
    await expect(give(there, finn)).rejects.toThrow(RoomEnded);
    expect(() => enter(late)).toThrow('banned');
  });

  it('a viewer who publishes all the same, where Agora does not hold her back, is put out', async () => {
    standIn.hasCohostAuthentication = false;
    const engine = open();
    const intruder = enter(await give(engine, finn), 'host');
    await eventually(() => expect(intruder.isConnected()).toBe(false));
    expect(await engine.roomState(room)).toMatchObject({ isPublished: false });
  });

  it('tells by looking who comes and goes, and a listener that left hears no more', async () => {
    const engine = open();
    const told = hearing(engine);
    const deaf: EngineEvent[] = [];
    engine.listen((event) => void deaf.push(event))();
    const publisher = enter(await give(engine, ada, 'publisher'), 'host');
    const windows = [enter(await give(engine, finn)), enter(await give(engine, finn))];
    const expected: EngineEvent[] = [
      { type: 'published', room, identity: ada },
      { type: 'joined', room, identity: finn },
    ];
    await eventually(() => expect(told).toEqual(expect.arrayContaining(expected)));
    expect(await engine.roomState(room)).toEqual({ isPublished: true, viewers: [finn] });
    for (const one of [publisher, ...windows]) await one.leave();
    expected.push({ type: 'unpublished', room, identity: ada }, { type: 'left', room, identity: finn });
    await eventually(() => expect(told).toHaveLength(4));
    expect(told).toEqual(expect.arrayContaining(expected));
    expect(deaf).toEqual([]);
  });

  it('sees the picture of a publisher whom another host let in, and leaves out the viewers that it cannot name', async () => {
    const other = open();
    enter(await give(other, ada, 'publisher'), 'host');
    enter(await give(other, finn));
    expect(await open().roomState(room)).toEqual({ isPublished: true, viewers: [] });
  });

  it('asks for nothing any more once nobody can be in any room', async () => {
    const engine = open();
    await give(engine, finn);
    clock.advance({ hours: 2 });
    const count = (): number => standIn.requests.length;
    await eventually(async () => {
      const before = count();
      await engine.isUp();
      expect(count()).toBe(before + 1);
    });
  });

  it.each<AgoraFault>(['hang', 'trickle', 'fail', 'busy', 'garbage', 'no_success', 'lose'])(
    'that fails (%s) is away, in time',
    async (fault) => {
      const engine = open(hasty);
      await give(engine, finn);
      standIn.failNext(fault);
      await expect(engine.roomState(room)).rejects.toThrow(EngineAway);
      standIn.failNext(fault, 6);
      await expect(engine.putOut(room, finn)).rejects.toThrow(EngineAway);
      await eventually(async () => expect(await engine.isUp()).toBe(true));
      standIn.failNext(fault);
      expect(await engine.isUp()).toBe(false);
      await engine.putOut(room, finn);
    },
  );

  it.each(['the same host', 'another host'])('that failed halfway puts somebody out when %s asks again', async (who) => {
    const engine = open(unseen);
    const windows: ReturnType<typeof enter>[] = [];
    while (windows.length < windows_max) windows.push(enter(await give(engine, finn)));
    const before = standIn.requests.length;
    standIn.failNext('fail', 3);
    await expect(engine.putOut(room, finn)).rejects.toThrow(EngineAway);
    await eventually(() => expect(standIn.requests.length).toBe(before + 1 + windows_max));
    await (who === 'the same host' ? engine : open(unseen)).putOut(room, finn);
    expect(windows.filter((window) => window.isConnected())).toEqual([]);
  });

  it('that is away keeps nobody from coming in', async () => {
    const engine = open(hasty);
    await standIn.close();
    expect(enter(await give(engine, finn)).isConnected()).toBe(true);
  });

  it('refuses wrong keys', async () => {
    expect(await open(quick, { ...standIn.options.rest, customerSecret: 'wrong' }).isUp()).toBe(false);
  });
});

describe('without the RESTful API', () => {
  it('asks Agora for nothing', async () => {
    const engine = openBlind();
    await give(engine, ada, 'publisher');
    await engine.roomState(room);
    await engine.putOut(room, ada);
    await engine.endRoom(room);
    expect(await engine.isUp()).toBe(true);
    expect(standIn.requests).toEqual([]);
  });

  it('tells who holds good credentials, each person once, until they end', async () => {
    const engine = openBlind();
    const told = hearing(engine);
    await give(engine, ada, 'publisher', 600);
    await give(engine, finn, 'viewer', 300);
    await give(engine, finn, 'viewer', 300);
    expect(await engine.roomState(room)).toEqual({ isPublished: true, viewers: [finn] });
    expect(told).toEqual([
      { type: 'published', room, identity: ada },
      { type: 'joined', room, identity: finn },
    ]);
    clock.advance({ minutes: 6 });
    expect(await engine.roomState(room)).toEqual({ isPublished: true, viewers: [] });
    await eventually(() => expect(told).toContainEqual({ type: 'left', room, identity: finn }));
    clock.advance({ minutes: 6 });
    await eventually(() => expect(told).toContainEqual({ type: 'unpublished', room, identity: ada }));
  });

  it('counts nobody who was put out, and lets her have other credentials when she may come again', async () => {
    const engine = openBlind();
    const told = hearing(engine);
    const old = await give(engine, finn);
    await engine.putOut(room, finn);
    expect(await engine.roomState(room)).toEqual({ isPublished: false, viewers: [] });
    expect(told).toContainEqual({ type: 'left', room, identity: finn });
    expect((await give(engine, finn)).uid).not.toBe(old.uid);
  });

  it('gives no credentials for a room that ended', async () => {
    const engine = openBlind();
    await give(engine, ada, 'publisher');
    await engine.endRoom(room);
    await expect(give(engine, ada, 'publisher')).rejects.toThrow(RoomEnded);
    expect(await engine.roomState(room)).toEqual({ isPublished: false, viewers: [] });
  });
});
