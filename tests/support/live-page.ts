/** A browser with a camera, a microphone and a live engine behind the tests' host, and a connection that the test speaks for. */
import { act } from '@testing-library/react';
import type { HostEventName, HostEvents } from '@contract/kernel/events';
import type { AnswerOf } from '@web/services/call';
import type { EventSource } from '@web/realtime/socket-events';
import { dropToast, toasts } from '@web/ui/feedback/toast-queue';
import { http, HttpResponse } from 'msw';
import { FakeStream, FakeTrack, withFakeRtc } from '../kit/screens/fake-rtc';
import { server, startTestHost } from '../kit/screens/fake-host';

type Credentials = AnswerOf<'POST /streaming/agora/token'>;
type Kind = 'audio' | 'video';

/** What the browser's devices are, and what becomes of asking for them. */
export interface TestDevices {
  /** Labels, which are their ids too. */
  video: string[];
  audio: string[];
  /** The name of the error that the browser answers with, where it says no. */
  refusal: string | null;
}

const named = (name: string): Error => Object.assign(new Error(name), { name });

function open(devices: TestDevices, constraints: Partial<Record<Kind, { deviceId?: { exact: string } }>>): FakeStream {
  if (devices.refusal !== null) throw named(devices.refusal);
  const wanted = (['video', 'audio'] as const).filter((kind) => constraints[kind] !== undefined);
  const tracks = wanted.map((kind) => {
    const label = devices[kind].find((one) => one === (constraints[kind]?.deviceId?.exact ?? one));
    if (label === undefined) throw named('NotFoundError');
    return new FakeTrack(kind, label);
  });
  return new FakeStream(tracks);
}

/** Puts the parts around the tests of a file that jsdom lacks. Answers the devices, which each test may change. */
export function startLivePage(): TestDevices {
  const devices: TestDevices = { video: [], audio: [], refusal: null };
  startTestHost();
  withFakeRtc();
  beforeEach(() => {
    Object.assign(devices, { video: ['Front camera', 'Back camera'], audio: ['Headset'], refusal: null });
    sessionStorage.clear();
    localStorage.clear();
    const listed = (kind: Kind) => devices[kind].map((label) => ({ kind: `${kind}input`, deviceId: label, label }));
    const mediaDevices = Object.assign(new EventTarget(), {
      getUserMedia: async (constraints: object) => open(devices, constraints),
      enumerateDevices: async () => [...listed('video'), ...listed('audio')],
    });
    Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
    jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    server.use(
      http.post(
        'http://engine.test/:door',
        ({ params }) => new HttpResponse('v=0 answer', { status: 201, headers: { location: `/${String(params['door'])}/1` } }),
      ),
      http.delete('http://engine.test/:door/:resource', () => new HttpResponse(null, { status: 200 })),
    );
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const { id } of toasts.read()) dropToast(id);
  });
  return devices;
}

/** What lets somebody in at the tests' engine. */
export const credentials = (role: Credentials['role'], changes: Partial<Credentials> = {}): Credentials => ({
  engine: 'embedded',
  role,
  room: '0198c0de-0000-7000-8000-00e000000003',
  identity: '0198c0de-0000-7000-8000-000000000003',
  token: 'key-of-the-room',
  url: null,
  whipUrl: 'http://engine.test/whip',
  whepUrl: 'http://engine.test/whep',
  iceServers: [],
  appId: null,
  uid: null,
  expiresAt: '2030-01-01T00:00:00.000Z',
  ...changes,
});

/** A connection of which the test is the other end. */
export function connection() {
  const listeners = new Map<string, Set<(payload: object) => void>>();
  let told = 0;
  const source = {
    on: (name: string, heard: (payload: object) => void) => listeners.set(name, (listeners.get(name) ?? new Set()).add(heard)),
    off: (name: string, heard: (payload: object) => void) => listeners.get(name)?.delete(heard),
  } as unknown as EventSource;
  const tell = <N extends HostEventName>(name: N, payload: HostEvents[N]) => {
    told += 1;
    const stamped = { ...payload, eventId: `event-${String(told)}`, at: '2026-05-01T10:00:00.000Z' };
    act(() => listeners.get(name)?.forEach((heard) => heard(stamped)));
  };
  return { source, tell };
}
