/** What LiveKit alone can do to us: silence, errors, old tokens that come back, and webhooks that may not be believed. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AccessToken, TokenVerifier } from 'livekit-server-sdk';
import { openLivekitStandIn, type LivekitFault, type LivekitStandIn } from '../../../tests/kit/stand-ins/livekit';
import { testClock, type TestClock } from '../../../tests/kit/host/test-clock';
import { callTiming } from '../../streaming/calls';
import { callEnds_ms, EngineAway, RoomEnded, type EngineEvent, type LiveRole } from '../../streaming/engine';
import { livekitEngine, type LivekitEngine } from './livekit.engine';

const hasty = { attempt_ms: 250, whole_ms: 400 };

let clock: TestClock;
let standIn: LivekitStandIn;
let engine: LivekitEngine;
let told: EngineEvent[];

beforeEach(async () => {
  clock = testClock();
  standIn = await openLivekitStandIn(clock);
  engine = livekitEngine(standIn.options, clock);
  standIn.onWebhook = ({ body, authorization }) => engine.hearWebhook(body, authorization);
  told = [];
  engine.listen((event) => void told.push(event));
});
afterEach(() => standIn.close());

const [room, ada, finn] = [randomUUID(), randomUUID(), randomUUID()];
const tokenFor = async (identity: string, role: LiveRole, ttl_s = 600): Promise<string> =>
  (await engine.credentials({ room, identity, role, ttl_s })).token;
const join = async (identity: string, role: LiveRole) => standIn.join(await tokenFor(identity, role));

describe("a token, read with LiveKit's own library,", () => {
  const read = (token: string) => new TokenVerifier(standIn.options.apiKey, standIn.options.apiSecret).verify(token);

  it('lets a publisher send pictures and sound into her room, and nothing else', async () => {
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

  it('lets a viewer watch in that room, unseen by others, and nothing else', async () => {
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

  it('is good for an hour at the most', async () => {
    const { exp = 0 } = await read(await tokenFor(finn, 'viewer', 86_400));
    expect(exp - Date.now() / 1000).toBeLessThanOrEqual(3_600);
  });

  it('comes with the address for a browser and no secret', async () => {
    const overHttp = livekitEngine({ ...standIn.options, url: 'https://live.example.com' }, clock);
    const credentials = await overHttp.credentials({ room, identity: finn, role: 'viewer', ttl_s: 60 });
    expect(credentials).toMatchObject({ engine: 'livekit', url: 'wss://live.example.com', whipUrl: null, appId: null, uid: null });
    expect(JSON.stringify(credentials)).not.toContain(standIn.options.apiSecret);
  });
});

describe('a room', () => {
  it('counts neither recorders, nor a publisher who sends nothing yet, nor her own window that watches', async () => {
    const publisher = await join(ada, 'publisher');
    await join(ada, 'viewer');
    await join(finn, 'viewer');
    standIn.addRecorder(room);
    expect(await engine.roomState(room)).toMatchObject({ isPublished: false });
    await publisher.publish();
    expect(await engine.roomState(room)).toEqual({ isPublished: true, viewers: [finn] });
  });

  it('tells twice what it hears twice, and nothing of what does not concern it', async () => {
    await join(finn, 'viewer');
    const again = await standIn.sign(
      JSON.stringify({ event: 'participant_joined', room: { name: room }, participant: { identity: `${finn}:x` } }),
    );
    await engine.hearWebhook(again.body, again.authorization);
    const other = await standIn.sign(JSON.stringify({ event: 'egress_started', egressInfo: { roomName: room } }));
    expect(await engine.hearWebhook(other.body, other.authorization)).toBe(true);
    const joined = { type: 'joined', room, identity: finn };
    expect(told).toEqual([joined, joined]);
  });
});

describe('somebody who was put out', () => {
  it('is put out again each time that she comes with an old token, and not told of', async () => {
    const [first, second] = [await tokenFor(finn, 'viewer'), await tokenFor(finn, 'viewer')];
    await standIn.join(first);
    await engine.putOut(room, finn);
    told.length = 0;
    for (const token of [first, second, first]) expect((await standIn.join(token)).endedBy()).toBe('removed');
    expect(told.filter(({ type }) => type === 'joined')).toEqual([]);
  });

  it('may come in again with new credentials, beside whom old ones stay worthless', async () => {
    const old = await tokenFor(finn, 'viewer');
    await engine.putOut(room, finn);
    const again = await join(finn, 'viewer');
    expect(again.endedBy()).toBeNull();
    expect((await standIn.join(old)).endedBy()).toBe('removed');
    expect(again.endedBy()).toBeNull();
  });

  it('publishes no more with what she held', async () => {
    const old = await tokenFor(ada, 'publisher');
    await engine.putOut(room, ada);
    expect((await standIn.join(old)).endedBy()).toBe('removed');
    expect((await join(ada, 'publisher')).endedBy()).toBeNull();
  });

  it('leaves everybody else alone, and her own other rooms', async () => {
    const other = await join(ada, 'viewer');
    const elsewhere = await standIn.join(
      (await engine.credentials({ room: randomUUID(), identity: finn, role: 'viewer', ttl_s: 60 })).token,
    );
    const windows = [await join(finn, 'viewer'), await join(finn, 'viewer')];
    await engine.putOut(room, finn);
    expect(windows.map((window) => window.endedBy())).toEqual(['removed', 'removed']);
    expect([other.endedBy(), elsewhere.endedBy()]).toEqual([null, null]);
  });

  it('has LiveKit tell again when it could not be asked', async () => {
    const old = await tokenFor(finn, 'viewer');
    await engine.putOut(room, finn);
    standIn.failNext('RemoveParticipant', 'fail');
    await expect(standIn.join(old)).rejects.toThrow(EngineAway);
  });
});

it('a room that ended gives no credentials, and is ended again when somebody comes with an old token', async () => {
  const late = await tokenFor(finn, 'viewer');
  await engine.endRoom(room);
  await expect(tokenFor(finn, 'viewer')).rejects.toThrow(RoomEnded);
  expect((await standIn.join(late)).endedBy()).toBe('removed');
  expect(await engine.roomState(room)).toEqual({ isPublished: false, viewers: [] });
});

describe('a webhook', () => {
  const joined = JSON.stringify({ event: 'participant_joined', room: { name: room }, participant: { identity: `${finn}:window` } });

  it('is believed when LiveKit signed these very bytes', async () => {
    const { body, authorization } = await standIn.sign(joined);
    expect(await engine.hearWebhook(body, authorization)).toBe(true);
    expect(told).toEqual([{ type: 'joined', room, identity: finn }]);
  });

  it.each<[string, () => Promise<[body: Buffer, authorization: string | undefined]>]>([
    ['is not signed', async () => [Buffer.from(joined), undefined]],
    ['has an empty signature', async () => [Buffer.from(joined), '']],
    ['has nonsense for a signature', async () => [Buffer.from(joined), 'nonsense']],
    [
      'is signed with another secret',
      async () => {
        const { body, authorization } = await standIn.sign(joined, { secret: 'a secret of somebody else, just as long as ours' });
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
      'says nothing of its body',
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
      'is signed and no event',
      async () => {
        const { body, authorization } = await standIn.sign('not JSON');
        return [body, authorization];
      },
    ],
  ])('is refused that %s', async (_case, make) => {
    expect(await engine.hearWebhook(...(await make()))).toBe(false);
    expect(told).toEqual([]);
  });
});

describe('a LiveKit that fails', () => {
  it('is waited for within the bound of every call', () => {
    expect(callTiming.attempt_ms).toBeLessThan(callTiming.whole_ms);
    expect(callTiming.whole_ms).toBeLessThan(callEnds_ms);
  });

  it.each<LivekitFault>(['hang', 'hang_after', 'trickle', 'fail', 'garbage', 'lose'])('(%s) is away, in time', async (fault) => {
    const impatient = livekitEngine(standIn.options, clock, hasty);
    await join(finn, 'viewer');
    const calls: [method: string, call: () => Promise<unknown>][] = [
      ['ListParticipants', () => impatient.roomState(room)],
      ['ListParticipants', () => impatient.putOut(room, finn)],
      ['RemoveParticipant', () => impatient.putOut(room, finn)],
    ];
    for (const [method, call] of calls) {
      standIn.failNext(method, fault);
      await expect(call()).rejects.toThrow(EngineAway);
    }
    standIn.failNext('ListRooms', fault);
    expect(await impatient.isUp()).toBe(false);
    expect(await impatient.isUp()).toBe(true);
  });

  it('is away when it does not listen', async () => {
    await standIn.close();
    await expect(engine.roomState(room)).rejects.toThrow(EngineAway);
    await expect(engine.endRoom(room)).rejects.toThrow(EngineAway);
    expect(await engine.isUp()).toBe(false);
  });

  it('refuses keys that are not its own, and is not up with them', async () => {
    const stranger = livekitEngine({ ...standIn.options, apiSecret: 'another secret, of somebody else altogether' }, clock);
    await expect(stranger.roomState(room)).rejects.toThrow(EngineAway);
    expect(await stranger.isUp()).toBe(false);
  });

  it('is away when something else answers at its address', async () => {
    const page = createServer((_request, response) => response.writeHead(404).end('<html>'));
    await new Promise<void>((listening) => page.listen(0, '127.0.0.1', listening));
    const url = `ws://127.0.0.1:${String((page.address() as AddressInfo).port)}`;
    await expect(livekitEngine({ ...standIn.options, url }, clock).roomState(room)).rejects.toThrow(EngineAway);
    page.close();
  });
});

it('asks with a grant for that room alone', async () => {
  // The stand-in refuses everything else; here it is asked with a token that is for joining.
  const { authorization } = await standIn.sign('');
  const token = new AccessToken(standIn.options.apiKey, standIn.options.apiSecret, { identity: finn });
  token.addGrant({ room, roomJoin: true });
  for (const bearer of [authorization, await token.toJwt()]) {
    const answer = await fetch(`${standIn.options.url.replace('ws', 'http')}/twirp/livekit.RoomService/ListParticipants`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ room }),
    });
    expect(answer.status).toBe(403);
  }
});
