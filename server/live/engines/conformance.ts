/**
 * Conformance tests of the live engine interface. Tests that need participants run when the harness can join them (`people`), tests that
 * need media when its clients count frames, and tests of outages when the harness can cause one (`outage`).
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { eventually } from '../../../tests/kit/timing/eventually';
import { maxWait_ms } from '../../../tests/kit/timing/max-wait';
import type { TestClock } from '../../../tests/kit/host/test-clock';
import { EngineUnavailable, RoomEnded, credentialsLifetime_s } from './engine';
import type { Credentials, EngineEvent, CredentialsRequest, LiveRole, StreamingEngine } from './engine';

/** The engine rejected a participant. Any other error thrown by `ParticipantDriver` is a failure of the test. */
export class JoinRejected extends Error {
  override name = 'JoinRejected';
}

/** A participant connected to a room. */
export interface ParticipantConnection {
  /** Resolves when the connection has ended, for any reason. */
  readonly ended: Promise<void>;
  leave(): Promise<void>;
  /** The number of video frames received; absent when the harness carries no media. */
  frames?(): Promise<number>;
}

/** Joins rooms as browsers do, with credentials only. */
export interface ParticipantDriver {
  publish(credentials: Credentials): Promise<ParticipantConnection>;
  watch(credentials: Credentials): Promise<ParticipantConnection>;
}

export interface EngineHarness {
  engine: StreamingEngine;
  /** The clock of the API server, which the engine was created with. */
  clock: TestClock;
  /** The claims of a token as the engine reads them; null when it is invalid. */
  read(token: string): Promise<Pick<CredentialsRequest, 'room' | 'identity' | 'role'> | null>;
  people?: ParticipantDriver;
  /** Kills the engine without notice, and restarts it without rooms. */
  outage?: { begin(): Promise<void>; end(): Promise<void> };
  close(): Promise<void>;
}

const evictedWithin_ms = 2_000;
const recordedWithin_ms = 60_000;

/** Defines the conformance tests for the engine `name`. `open` is called once. */
export function engineConformance(name: string, open: () => Promise<EngineHarness>): void {
  describe(`${name} as a live engine`, () => {
    let harness: EngineHarness;
    let engine: StreamingEngine;
    let events: EngineEvent[];
    let stopListening: () => void;

    beforeAll(async () => {
      harness = await open();
      ({ engine } = harness);
      events = [];
      stopListening = engine.listen((event) => void events.push(event));
    });
    afterAll(async () => {
      stopListening();
      await harness.close();
    });

    const credentialsFor = (room: string, role: LiveRole, identity: string = randomUUID()): Promise<Credentials> =>
      engine.credentials({ room, identity, role, ttl_s: 600 });
    const receives = (event: EngineEvent, timeout_ms = maxWait_ms): Promise<void> =>
      eventually(() => expect(events).toContainEqual(event), timeout_ms);

    /** Runs `step` when the harness can join participants. */
    const withPeople = (title: string, step: (people: ParticipantDriver, room: string) => Promise<void>): void => {
      const run = async (): Promise<void> => {
        if (harness.people) await step(harness.people, randomUUID());
      };
      it(title, run);
    };
    const publisher = async (people: ParticipantDriver, room: string, identity?: string): Promise<ParticipantConnection> =>
      people.publish(await credentialsFor(room, 'publisher', identity));
    const viewer = async (people: ParticipantDriver, room: string, identity?: string): Promise<ParticipantConnection> =>
      people.watch(await credentialsFor(room, 'viewer', identity));
    const receivesMedia = async ({ frames }: ParticipantConnection, more = 5): Promise<void> => {
      if (!frames) return;
      const before = await frames();
      await eventually(async () => expect(await frames()).toBeGreaterThanOrEqual(before + more), maxWait_ms);
    };

    it('reports that it is up', async () => {
      expect(await engine.isUp()).toBe(true);
    });

    it.each<LiveRole>(['publisher', 'viewer'])('issues credentials to a %s bound to room, person, role and time', async (role) => {
      const request = { room: randomUUID(), identity: randomUUID(), role };
      const before = harness.clock.now().getTime();
      const credentials = await engine.credentials({ ...request, ttl_s: 600 });
      expect(credentials.engine).toBe(engine.name);
      expect(await harness.read(credentials.token)).toMatchObject(request);
      expect(credentials.expiresAt.getTime()).toBeGreaterThan(before + 590_000);
      expect(credentials.expiresAt.getTime()).toBeLessThan(harness.clock.now().getTime() + 601_000);
    });

    it('never issues credentials beyond the maximum lifetime', async () => {
      const { expiresAt } = await engine.credentials({
        room: randomUUID(),
        identity: randomUUID(),
        role: 'viewer',
        ttl_s: 5 * credentialsLifetime_s,
      });
      expect(expiresAt.getTime()).toBeLessThanOrEqual(harness.clock.now().getTime() + credentialsLifetime_s * 1000);
    });

    it('issues credentials that differ per person and cannot be tampered with', async () => {
      const room = randomUUID();
      const [one, other] = await Promise.all([credentialsFor(room, 'viewer'), credentialsFor(room, 'viewer')]);
      expect(one.token).not.toBe(other.token);
      const middle = Math.floor(one.token.length / 2);
      const altered = one.token.slice(0, middle) + (one.token[middle] === 'A' ? 'B' : 'A') + one.token.slice(middle + 1);
      expect(await harness.read(altered)).toBeNull();
    });

    it('treats an unknown room as empty, and can evict from it and end it repeatedly', async () => {
      const room = randomUUID();
      expect(await engine.roomState(room)).toEqual({ isPublished: false, viewers: [] });
      for (let times = 0; times < 2; times += 1) {
        await engine.evict(room, randomUUID());
        if (engine.canRecord) await engine.stopRecording(room);
        await engine.endRoom(room);
      }
      expect(await engine.roomState(room)).toEqual({ isPublished: false, viewers: [] });
      if (engine.canRecord) expect(await engine.recordingState(room)).toEqual({ status: 'none' });
    });

    withPeople('emits events when publishing starts and ends', async (people, room) => {
      const identity = randomUUID();
      const connection = await publisher(people, room, identity);
      await receives({ type: 'published', room, identity });
      expect(await engine.roomState(room)).toEqual({ isPublished: true, viewers: [] });
      await connection.leave();
      await receives({ type: 'unpublished', room, identity });
      expect(await engine.roomState(room)).toEqual({ isPublished: false, viewers: [] });
    });

    withPeople('counts a person with several windows once, until the last is closed', async (people, room) => {
      const identity = randomUUID();
      const windows = await Promise.all([1, 2, 3].map(() => viewer(people, room, identity)));
      await receives({ type: 'joined', room, identity });
      await eventually(async () => expect((await engine.roomState(room)).viewers).toEqual([identity]), maxWait_ms);
      const [last, ...others] = windows;
      for (const window of others) await window.leave();
      expect((await engine.roomState(room)).viewers).toEqual([identity]);
      await last?.leave();
      await receives({ type: 'left', room, identity });
      expect((await engine.roomState(room)).viewers).toEqual([]);
    });

    withPeople('rejects publishing with viewer credentials', async (people, room) => {
      await expect(people.publish(await credentialsFor(room, 'viewer'))).rejects.toThrow(JoinRejected);
      expect(await engine.roomState(room)).toMatchObject({ isPublished: false });
    });

    withPeople('rejects missing, invented and altered tokens', async (people, room) => {
      const good = await credentialsFor(room, 'viewer');
      for (const token of ['', 'invented', `${good.token}x`]) await expect(people.watch({ ...good, token })).rejects.toThrow(JoinRejected);
    });

    withPeople('delivers video to late viewers, and continues when the publisher reconnects', async (people, room) => {
      const identity = randomUUID();
      const first = await publisher(people, room, identity);
      const watching = await viewer(people, room);
      await receivesMedia(watching);
      const second = await publisher(people, room, identity);
      await first.ended;
      await receivesMedia(watching);
      expect(await engine.roomState(room)).toMatchObject({ isPublished: true });
      await second.leave();
    });

    withPeople('evicts a person within two seconds and invalidates their credentials', async (people, room) => {
      const identity = randomUUID();
      const old = await credentialsFor(room, 'viewer', identity);
      const windows = await Promise.all([people.watch(old), people.watch(old)]);
      const other = await viewer(people, room);
      const startedAt_ms = performance.now();
      await engine.evict(room, identity);
      await Promise.all(windows.map(({ ended }) => ended));
      expect(performance.now() - startedAt_ms).toBeLessThan(evictedWithin_ms);
      await expect(people.watch(old)).rejects.toThrow(JoinRejected);
      expect((await engine.roomState(room)).viewers).toHaveLength(1);

      const again = await viewer(people, room, identity);
      await Promise.all([again.leave(), other.leave()]);
    });

    withPeople('ends a room for everyone, permanently', async (people, room) => {
      const late = await credentialsFor(room, 'viewer');
      const all = [await publisher(people, room), await viewer(people, room)];
      await engine.endRoom(room);
      await Promise.all(all.map(({ ended }) => ended));
      expect(await engine.roomState(room)).toEqual({ isPublished: false, viewers: [] });
      await expect(people.watch(late)).rejects.toThrow(JoinRejected);
      await expect(
        credentialsFor(room, 'viewer').then(
          (credentials) => people.watch(credentials),
          (error: unknown) => {
            throw error instanceof RoomEnded ? new JoinRejected(error.message) : error;
          },
        ),
      ).rejects.toThrow(JoinRejected);
    });

    withPeople('records what was published, also after the publisher reconnects', async (people, room) => {
      if (!engine.canRecord) return;
      await engine.startRecording(room);
      for (let times = 0; times < 2; times += 1) {
        const connection = await publisher(people, room);
        const watching = await viewer(people, room);
        await receivesMedia(watching, 20);
        await Promise.all([connection.leave(), watching.leave()]);
      }
      expect(await engine.recordingState(room)).toEqual({ status: 'recording' });
      await engine.stopRecording(room);
      await receives({ type: 'recorded', room }, recordedWithin_ms);
      const state = await engine.recordingState(room);
      if (state.status !== 'ready') throw new Error(`the recording is ${state.status}`);
      expect(state.duration_s).toBeGreaterThan(1);
      await rm(state.path);
      expect(await engine.recordingState(room)).toEqual({ status: 'none' });
    });

    withPeople('rejects expired credentials', async (people, room) => {
      const { clock } = harness;
      const credentials = await credentialsFor(room, 'viewer');
      clock.advance({ minutes: 11 });
      await expect(people.watch(credentials)).rejects.toThrow(JoinRejected);
    });

    it('throws EngineUnavailable during an outage, emits `restarted` afterwards, and admits people again', async () => {
      const { outage, people } = harness;
      if (!outage) return;
      const room = randomUUID();
      await outage.begin();
      expect(await engine.isUp()).toBe(false);
      await expect(engine.roomState(room)).rejects.toThrow(EngineUnavailable);
      await expect(engine.evict(room, randomUUID())).rejects.toThrow(EngineUnavailable);
      await expect(engine.endRoom(room)).rejects.toThrow(EngineUnavailable);
      events.length = 0;
      await outage.end();
      await receives({ type: 'restarted' });
      expect(await engine.isUp()).toBe(true);
      if (!people) return;
      const connection = await publisher(people, room);
      const watching = await viewer(people, room);
      await receivesMedia(watching);
      await Promise.all([connection.leave(), watching.leave()]);
    });
  });
}
