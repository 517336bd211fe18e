/**
 * What the face of a live engine promises, asked of whatever `open` opens. Steps that need people in a room are asked where the
 * harness can bring them in (`people`), those that need pictures where their clients count frames, and those that need an engine
 * to fall where it can be made to (`outage`); everything else is asked of all.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { eventually } from '../../../tests/kit/timing/eventually';
import type { TestClock } from '../../../tests/kit/host/test-clock';
import { EngineAway, RoomEnded, credentialsLast_s } from '../../streaming/engine';
import type { Credentials, EngineEvent, Entry, LiveRole, StreamingEngine } from '../../streaming/engine';

/** The engine let somebody not in: what `People` reject with. Anything else that they throw is a fault of the test. */
export class NotLetIn extends Error {
  override name = 'NotLetIn';
}

/** Somebody who is connected with a room. */
export interface Presence {
  /** Resolves when the connection has ended, whoever ended it. */
  readonly ended: Promise<void>;
  leave(): Promise<void>;
  /** Whole pictures that arrived so far; absent where the harness carries none. */
  frames?(): Promise<number>;
}

/** Brings people into rooms as browsers would come: with the credentials and nothing else. */
export interface People {
  publish(credentials: Credentials): Promise<Presence>;
  watch(credentials: Credentials): Promise<Presence>;
}

export interface EngineHarness {
  engine: StreamingEngine;
  /** The clock that the engine's host side was given. */
  clock: TestClock;
  /** What a token says, read as the engine would read it; null when it is worthless. */
  read(token: string): Promise<Pick<Entry, 'room' | 'identity' | 'role'> | null>;
  people?: People;
  /** Takes the engine away without a word, and brings it back as one that knows no rooms. */
  outage?: { begin(): Promise<void>; end(): Promise<void> };
  close(): Promise<void>;
}

const putOutWithin_ms = 2_000;
const patience_ms = 10_000;
const recordedWithin_ms = 60_000;
const longTest_ms = 120_000;

/** Runs the laws of the face as tests of the engine called `name`; `open` is called once. */
export function engineConformance(name: string, open: () => Promise<EngineHarness>): void {
  describe(`${name} as a live engine`, () => {
    let harness: EngineHarness;
    let engine: StreamingEngine;
    let told: EngineEvent[];
    let stopListening: () => void;

    beforeAll(async () => {
      harness = await open();
      ({ engine } = harness);
      told = [];
      stopListening = engine.listen((event) => void told.push(event));
    }, longTest_ms);
    afterAll(async () => {
      stopListening();
      await harness.close();
    }, longTest_ms);

    const credentialsFor = (room: string, role: LiveRole, identity: string = randomUUID()): Promise<Credentials> =>
      engine.credentials({ room, identity, role, ttl_s: 600 });
    const hears = (event: EngineEvent, bound_ms = patience_ms): Promise<void> =>
      eventually(() => expect(told).toContainEqual(event), bound_ms);

    /** Runs `step` where the harness can bring people in. */
    const withPeople = (what: string, step: (people: People, room: string) => Promise<void>): void => {
      const run = async (): Promise<void> => {
        if (harness.people) await step(harness.people, randomUUID());
      };
      it(what, run, longTest_ms);
    };
    const publisher = async (people: People, room: string, identity?: string): Promise<Presence> =>
      people.publish(await credentialsFor(room, 'publisher', identity));
    const viewer = async (people: People, room: string, identity?: string): Promise<Presence> =>
      people.watch(await credentialsFor(room, 'viewer', identity));
    const moves = async ({ frames }: Presence, more = 5): Promise<void> => {
      if (!frames) return;
      const before = await frames();
      await eventually(async () => expect(await frames()).toBeGreaterThanOrEqual(before + more), patience_ms);
    };

    it('answers that it is up', async () => {
      expect(await engine.isUp()).toBe(true);
    });

    it.each<LiveRole>(['publisher', 'viewer'])('gives a %s credentials bound to room, person, role and time', async (role) => {
      const entry = { room: randomUUID(), identity: randomUUID(), role };
      const before = harness.clock.now().getTime();
      const credentials = await engine.credentials({ ...entry, ttl_s: 600 });
      expect(credentials.engine).toBe(engine.name);
      expect(await harness.read(credentials.token)).toMatchObject(entry);
      expect(credentials.expiresAt.getTime()).toBeGreaterThan(before + 590_000);
      expect(credentials.expiresAt.getTime()).toBeLessThan(harness.clock.now().getTime() + 601_000);
    });

    it('never gives credentials for longer than the limit', async () => {
      const { expiresAt } = await engine.credentials({
        room: randomUUID(),
        identity: randomUUID(),
        role: 'viewer',
        ttl_s: 5 * credentialsLast_s,
      });
      expect(expiresAt.getTime()).toBeLessThanOrEqual(harness.clock.now().getTime() + credentialsLast_s * 1000);
    });

    it('gives credentials that differ from person to person, and that nobody can alter', async () => {
      const room = randomUUID();
      const [one, other] = await Promise.all([credentialsFor(room, 'viewer'), credentialsFor(room, 'viewer')]);
      expect(one.token).not.toBe(other.token);
      const middle = Math.floor(one.token.length / 2);
      const altered = one.token.slice(0, middle) + (one.token[middle] === 'A' ? 'B' : 'A') + one.token.slice(middle + 1);
      expect(await harness.read(altered)).toBeNull();
    });

    it('finds a room that nobody asked for empty, and puts out, ends and stops there without complaint, twice', async () => {
      const room = randomUUID();
      expect(await engine.roomState(room)).toEqual({ isPublished: false, viewers: [] });
      for (let times = 0; times < 2; times += 1) {
        await engine.putOut(room, randomUUID());
        if (engine.canRecord) await engine.stopRecording(room);
        await engine.endRoom(room);
      }
      expect(await engine.roomState(room)).toEqual({ isPublished: false, viewers: [] });
      if (engine.canRecord) expect(await engine.recordingState(room)).toEqual({ status: 'none' });
    });

    withPeople('tells who publishes, and when that ends', async (people, room) => {
      const identity = randomUUID();
      const presence = await publisher(people, room, identity);
      await hears({ type: 'published', room, identity });
      expect(await engine.roomState(room)).toEqual({ isPublished: true, viewers: [] });
      await presence.leave();
      await hears({ type: 'unpublished', room, identity });
      expect(await engine.roomState(room)).toEqual({ isPublished: false, viewers: [] });
    });

    withPeople('counts a person with several windows once, and until the last is closed', async (people, room) => {
      const identity = randomUUID();
      const windows = await Promise.all([1, 2, 3].map(() => viewer(people, room, identity)));
      await hears({ type: 'joined', room, identity });
      await eventually(async () => expect((await engine.roomState(room)).viewers).toEqual([identity]), patience_ms);
      const [last, ...others] = windows;
      for (const window of others) await window.leave();
      expect((await engine.roomState(room)).viewers).toEqual([identity]);
      await last?.leave();
      await hears({ type: 'left', room, identity });
      expect((await engine.roomState(room)).viewers).toEqual([]);
    });

    withPeople('lets nobody publish with the credentials of a viewer', async (people, room) => {
      await expect(people.publish(await credentialsFor(room, 'viewer'))).rejects.toThrow(NotLetIn);
      expect(await engine.roomState(room)).toMatchObject({ isPublished: false });
    });

    withPeople('lets nobody in with a token that is missing, invented, or of a room that has another name', async (people, room) => {
      const good = await credentialsFor(room, 'viewer');
      for (const token of ['', 'invented', `${good.token}x`]) await expect(people.watch({ ...good, token })).rejects.toThrow(NotLetIn);
    });

    withPeople('shows the picture to whoever comes while it runs, and goes on when the publisher comes anew', async (people, room) => {
      const identity = randomUUID();
      const first = await publisher(people, room, identity);
      const watching = await viewer(people, room);
      await moves(watching);
      const second = await publisher(people, room, identity);
      await first.ended;
      await moves(watching);
      expect(await engine.roomState(room)).toMatchObject({ isPublished: true });
      await second.leave();
    });

    withPeople('puts a person out within two seconds, with credentials that are worth nothing afterwards', async (people, room) => {
      const identity = randomUUID();
      const old = await credentialsFor(room, 'viewer', identity);
      const windows = await Promise.all([people.watch(old), people.watch(old)]);
      const other = await viewer(people, room);
      const begun = performance.now();
      await engine.putOut(room, identity);
      await Promise.all(windows.map(({ ended }) => ended));
      expect(performance.now() - begun).toBeLessThan(putOutWithin_ms);
      await expect(people.watch(old)).rejects.toThrow(NotLetIn);
      expect((await engine.roomState(room)).viewers).toHaveLength(1);

      const again = await viewer(people, room, identity);
      await Promise.all([again.leave(), other.leave()]);
    });

    withPeople('ends a room for everybody, and for good', async (people, room) => {
      const late = await credentialsFor(room, 'viewer');
      const all = [await publisher(people, room), await viewer(people, room)];
      await engine.endRoom(room);
      await Promise.all(all.map(({ ended }) => ended));
      expect(await engine.roomState(room)).toEqual({ isPublished: false, viewers: [] });
      await expect(people.watch(late)).rejects.toThrow(NotLetIn);
      await expect(
        credentialsFor(room, 'viewer').then(
          (credentials) => people.watch(credentials),
          (error: unknown) => {
            throw error instanceof RoomEnded ? new NotLetIn(error.message) : error;
          },
        ),
      ).rejects.toThrow(NotLetIn);
    });

    withPeople('writes down what was published, also what was published anew', async (people, room) => {
      if (!engine.canRecord) return;
      await engine.startRecording(room);
      for (let times = 0; times < 2; times += 1) {
        const presence = await publisher(people, room);
        const watching = await viewer(people, room);
        await moves(watching, 20);
        await Promise.all([presence.leave(), watching.leave()]);
      }
      expect(await engine.recordingState(room)).toEqual({ status: 'recording' });
      await engine.stopRecording(room);
      await hears({ type: 'recorded', room }, recordedWithin_ms);
      const state = await engine.recordingState(room);
      if (state.status !== 'ready') throw new Error(`the recording is ${state.status}`);
      expect(state.duration_s).toBeGreaterThan(1);
      await rm(state.path);
      expect(await engine.recordingState(room)).toEqual({ status: 'none' });
    });

    withPeople('lets nobody in once the time of the credentials has passed', async (people, room) => {
      const { clock } = harness;
      const credentials = await credentialsFor(room, 'viewer');
      clock.advance({ minutes: 11 });
      await expect(people.watch(credentials)).rejects.toThrow(NotLetIn);
    });

    it(
      'says that it is away while it is, tells when it is back, and lets people in again',
      async () => {
        const { outage, people } = harness;
        if (!outage) return;
        const room = randomUUID();
        await outage.begin();
        expect(await engine.isUp()).toBe(false);
        await expect(engine.roomState(room)).rejects.toThrow(EngineAway);
        await expect(engine.putOut(room, randomUUID())).rejects.toThrow(EngineAway);
        await expect(engine.endRoom(room)).rejects.toThrow(EngineAway);
        told.length = 0;
        await outage.end();
        await hears({ type: 'restarted' });
        expect(await engine.isUp()).toBe(true);
        if (!people) return;
        const presence = await publisher(people, room);
        const watching = await viewer(people, room);
        await moves(watching);
        await Promise.all([presence.leave(), watching.leave()]);
      },
      longTest_ms,
    );
  });
}
