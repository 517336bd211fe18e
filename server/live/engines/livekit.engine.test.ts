/** LiveKit specifics: timeouts, errors, reuse of old tokens, and forged webhooks. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AccessToken, TokenVerifier } from 'livekit-server-sdk';
import { openLivekitStandIn, type LivekitFault, type LivekitStandIn } from '../../../tests/kit/stand-ins/livekit';
import { testClock, type TestClock } from '../../../tests/kit/host/test-clock';
import { callTiming } from './calls';
import { callTimeout_ms, EngineUnavailable, RoomEnded, type EngineEvent, type LiveRole } from './engine';
import { livekitEngine, type LivekitEngine } from './livekit.engine';

const shortTimeouts = { attempt_ms: 250, whole_ms: 400 };

let clock: TestClock;
let standIn: LivekitStandIn;
let engine: LivekitEngine;
let events: EngineEvent[];

beforeEach(async () => {
  clock = testClock();
  standIn = await openLivekitStandIn(clock);
  engine = livekitEngine(standIn.options, clock);
  standIn.onWebhook = ({ body, authorization }) => engine.handleWebhook(body, authorization);
  events = [];
  engine.listen((event) => void events.push(event));
});
afterEach(() => standIn.close());

const [room, ada, finn] = [randomUUID(), randomUUID(), randomUUID()];
const tokenFor = async (identity: string, role: LiveRole, ttl_s = 600): Promise<string> =>
  (await engine.credentials({ room, identity, role, ttl_s })).token;
const join = async (identity: string, role: LiveRole) => standIn.join(await tokenFor(identity, role));

describe("a token, read with LiveKit's own library,", () => {
  const read = (token: string) => new TokenVerifier(standIn.options.apiKey, standIn.options.apiSecret).verify(token);

  it('allows a publisher only to publish video and audio in their room', async () => {
    const { sub, exp = 0, video } = await read(await tokenFor(ada, 'publisher'));
    expect(sub).toBe(ada);
    expect(Math.abs(exp - (Date.now() / 1000 + 600))).toBeLessThan(5);
    expect(video).toEqual({
      room,
      roomJoin: true,
      canPublish: true,
      canPublishSources: ['camera', 'microphone', 'screen_share', 'screen_share_audio'],
      canSubscribe: false,
      canPublishData: false,
      canUpdateOwnMetadata: false,
    });
  });

  it('allows a viewer only to watch in that room, hidden from other participants', async () => {
    const { sub, video } = await read(await tokenFor(finn, 'viewer'));
    expect(sub?.startsWith(`${finn}:`)).toBe(true);
    expect(video).toEqual({
      room,
      roomJoin: true,
      canPublish: false,
      canSubscribe: true,
      hidden: true,
      canPublishData: false,
      canUpdateOwnMetadata: false,
    });
  });

  it('is valid for an hour at most', async () => {
    const { exp = 0 } = await read(await tokenFor(finn, 'viewer', 86_400));
    expect(exp - Date.now() / 1000).toBeLessThanOrEqual(3_600);
  });

  it('is issued with the address for browsers and without secrets', async () => {
    const overHttp = livekitEngine({ ...standIn.options, url: 'https://live.example.com' }, clock);
    const credentials = await overHttp.credentials({ room, identity: finn, role: 'viewer', ttl_s: 60 });
    expect(credentials).toMatchObject({ engine: 'livekit', url: 'wss://live.example.com', whipUrl: null, appId: null, uid: null });
    expect(JSON.stringify(credentials)).not.toContain(standIn.options.apiSecret);
  });
});

describe('a room', () => {
  it("ignores recorders, publishers without tracks, and the publisher's own viewing windows", async () => {
    const publisher = await join(ada, 'publisher');
    await join(ada, 'viewer');
    await join(finn, 'viewer');
    standIn.addRecorder(room);
    expect(await engine.roomState(room)).toMatchObject({ isPublished: false });
    await publisher.publish();
    expect(await engine.roomState(room)).toEqual({ isPublished: true, viewers: [finn] });
  });

  it('repeats events of repeated webhooks, and ignores unrelated webhooks', async () => {
    await join(finn, 'viewer');
    const again = await standIn.sign(
      JSON.stringify({ event: 'participant_joined', room: { name: room }, participant: { identity: `${finn}:x` } }),
    );
    await engine.handleWebhook(again.body, again.authorization);
    const other = await standIn.sign(JSON.stringify({ event: 'egress_started', egressInfo: { roomName: room } }));
    expect(await engine.handleWebhook(other.body, other.authorization)).toBe(true);
    const joined = { type: 'joined', room, identity: finn };
    expect(events).toEqual([joined, joined]);
  });
});

describe('an evicted person', () => {
  it('is evicted again on each join with an old token, without an event', async () => {
    const [first, second] = [await tokenFor(finn, 'viewer'), await tokenFor(finn, 'viewer')];
    await standIn.join(first);
    await engine.evict(room, finn);
    events.length = 0;
    for (const token of [first, second, first]) expect((await standIn.join(token)).endedBy()).toBe('removed');
    expect(events.filter(({ type }) => type === 'joined')).toEqual([]);
  });

  it('can join again with new credentials, while old ones stay invalid', async () => {
    const old = await tokenFor(finn, 'viewer');
    await engine.evict(room, finn);
    const again = await join(finn, 'viewer');
    expect(again.endedBy()).toBeNull();
    expect((await standIn.join(old)).endedBy()).toBe('removed');
    expect(again.endedBy()).toBeNull();
  });

  it('cannot publish with old credentials', async () => {
    const old = await tokenFor(ada, 'publisher');
    await engine.evict(room, ada);
    expect((await standIn.join(old)).endedBy()).toBe('removed');
    expect((await join(ada, 'publisher')).endedBy()).toBeNull();
  });

  it('stays in other rooms, and other people stay in the room', async () => {
    const other = await join(ada, 'viewer');
    const elsewhere = await standIn.join(
      (await engine.credentials({ room: randomUUID(), identity: finn, role: 'viewer', ttl_s: 60 })).token,
    );
    const windows = [await join(finn, 'viewer'), await join(finn, 'viewer')];
    await engine.evict(room, finn);
    expect(windows.map((window) => window.endedBy())).toEqual(['removed', 'removed']);
    expect([other.endedBy(), elsewhere.endedBy()]).toEqual([null, null]);
  });

  it('whose eviction on rejoining fails makes the webhook fail, so that LiveKit retries it', async () => {
    const old = await tokenFor(finn, 'viewer');
    await engine.evict(room, finn);
    standIn.failNext('RemoveParticipant', 'fail');
    await expect(standIn.join(old)).rejects.toThrow(EngineUnavailable);
  });
});

it('an ended room issues no credentials, and is ended again when someone joins with an old token', async () => {
  const late = await tokenFor(finn, 'viewer');
  await engine.endRoom(room);
  await expect(tokenFor(finn, 'viewer')).rejects.toThrow(RoomEnded);
  expect((await standIn.join(late)).endedBy()).toBe('removed');
  expect(await engine.roomState(room)).toEqual({ isPublished: false, viewers: [] });
});

describe('a webhook', () => {
  const joined = JSON.stringify({ event: 'participant_joined', room: { name: room }, participant: { identity: `${finn}:window` } });

  it('is accepted when LiveKit signed exactly these bytes', async () => {
    const { body, authorization } = await standIn.sign(joined);
    expect(await engine.handleWebhook(body, authorization)).toBe(true);
    expect(events).toEqual([{ type: 'joined', room, identity: finn }]);
  });

  it.each<[string, () => Promise<[body: Buffer, authorization: string | undefined]>]>([
    ['is not signed', async () => [Buffer.from(joined), undefined]],
    ['has an empty signature', async () => [Buffer.from(joined), '']],
    ['has an invalid signature', async () => [Buffer.from(joined), 'nonsense']],
    [
      'is signed with another secret',
      async () => {
        const { body, authorization } = await standIn.sign(joined, { secret: 'a secret of another key, just as long as ours' });
        return [body, authorization];
      },
    ],
    [
      'is signed for another key',
      async () => {
        const { body, authorization } = await standIn.sign(joined, { issuer: 'APIother' });
        return [body, authorization];
      },
    ],
    ['was altered by one byte', async () => [Buffer.from(joined.replace(finn, ada)), (await standIn.sign(joined)).authorization]],
    ['has the signature of another body', async () => [Buffer.from(joined), (await standIn.sign('{}')).authorization]],
    [
      'is old',
      async () => {
        const { body, authorization } = await standIn.sign(joined, { expiresAt: new Date(Date.now() - 60_000) });
        return [body, authorization];
      },
    ],
    [
      'has no hash of its body',
      async () => {
        const { body, authorization } = await standIn.sign(joined, { sha256: null });
        return [body, authorization];
      },
    ],
    ["is signed with a viewer's own token", async () => [Buffer.from(joined), await tokenFor(finn, 'viewer')]],
    [
      'is signed without an algorithm',
      async () => {
        const claims = Buffer.from((await standIn.sign(joined)).authorization.split('.')[1] ?? '', 'base64url').toString();
        const encoded = [JSON.stringify({ alg: 'none' }), claims].map((part) => Buffer.from(part).toString('base64url'));
        return [Buffer.from(joined), `${encoded.join('.')}.`];
      },
    ],
    [
      'is signed but not an event',
      async () => {
        const { body, authorization } = await standIn.sign('not JSON');
        return [body, authorization];
      },
    ],
  ])('is rejected when it %s', async (_case, make) => {
    expect(await engine.handleWebhook(...(await make()))).toBe(false);
    expect(events).toEqual([]);
  });
});

describe('when LiveKit fails,', () => {
  it('timeouts are below the limit of a call', () => {
    expect(callTiming.attempt_ms).toBeLessThan(callTiming.whole_ms);
    expect(callTiming.whole_ms).toBeLessThan(callTimeout_ms);
  });

  it.each<LivekitFault>(['hang', 'hang_after', 'trickle', 'fail', 'garbage', 'lose'])(
    'calls throw EngineUnavailable in time (%s)',
    async (fault) => {
      const withShortTimeouts = livekitEngine(standIn.options, clock, shortTimeouts);
      await join(finn, 'viewer');
      const calls: [method: string, call: () => Promise<unknown>][] = [
        ['ListParticipants', () => withShortTimeouts.roomState(room)],
        ['ListParticipants', () => withShortTimeouts.evict(room, finn)],
        ['RemoveParticipant', () => withShortTimeouts.evict(room, finn)],
      ];
      for (const [method, call] of calls) {
        standIn.failNext(method, fault);
        await expect(call()).rejects.toThrow(EngineUnavailable);
      }
      standIn.failNext('ListRooms', fault);
      expect(await withShortTimeouts.isUp()).toBe(false);
      expect(await engine.isUp()).toBe(true);
    },
  );

  it('calls throw EngineUnavailable while the server is down', async () => {
    await standIn.close();
    await expect(engine.roomState(room)).rejects.toThrow(EngineUnavailable);
    await expect(engine.endRoom(room)).rejects.toThrow(EngineUnavailable);
    expect(await engine.isUp()).toBe(false);
  });

  it('the engine is not up when the keys are wrong', async () => {
    const withWrongKeys = livekitEngine({ ...standIn.options, apiSecret: 'another secret, of a different server' }, clock);
    await expect(withWrongKeys.roomState(room)).rejects.toThrow(EngineUnavailable);
    expect(await withWrongKeys.isUp()).toBe(false);
  });

  it('calls throw EngineUnavailable when another server answers at its address', async () => {
    const page = createServer((_request, response) => response.writeHead(404).end('<html>'));
    await new Promise<void>((listening) => page.listen(0, '127.0.0.1', listening));
    const url = `ws://127.0.0.1:${String((page.address() as AddressInfo).port)}`;
    await expect(livekitEngine({ ...standIn.options, url }, clock).roomState(room)).rejects.toThrow(EngineUnavailable);
    page.close();
  });
});

it('sends requests with a grant for that room only', async () => {
  // The stand-in rejects all other tokens, for example one for joining.
  const { authorization } = await standIn.sign('');
  const token = new AccessToken(standIn.options.apiKey, standIn.options.apiSecret, { identity: finn });
  token.addGrant({ room, roomJoin: true });
  for (const bearer of [authorization, await token.toJwt()]) {
    const response = await fetch(`${standIn.options.url.replace('ws', 'http')}/twirp/livekit.RoomService/ListParticipants`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ room }),
    });
    expect(response.status).toBe(403);
  }
});
