/** A browser with a camera, a microphone, a live engine behind the fake host, and a socket that the test controls. */
import { act } from '@testing-library/react';
import type { ServerEventName, ServerEvents } from '@contract/kernel/events';
import type { ResponseOf } from '@web/services/call';
import type { EventSocket } from '@web/realtime/socket-events';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { http, HttpResponse } from 'msw';
import { FakeStream, FakeTrack, installFakeRtc } from './fake-rtc';
import { fakeHostUrl, server, startFakeHost } from './fake-host';

type Credentials = ResponseOf<'POST /streaming/agora/token'>;
type Kind = 'audio' | 'video';

/** The browser's devices, and the outcome of requests for them. */
export interface TestDevices {
  /** Labels, which are also the ids. */
  video: string[];
  audio: string[];
  /** The name of the error with which the browser rejects requests; null if it grants them. */
  errorName: string | null;
  /** Makes the permission prompt wait until the returned function is called. */
  holdPrompt(): () => void;
}

const errorNamed = (name: string): Error => Object.assign(new Error(name), { name });

function openDevices(devices: TestDevices, constraints: Partial<Record<Kind, { deviceId?: { exact: string } }>>): FakeStream {
  if (devices.errorName !== null) throw errorNamed(devices.errorName);
  const requestedKinds = (['video', 'audio'] as const).filter((kind) => constraints[kind] !== undefined);
  const tracks = requestedKinds.map((kind) => {
    const label = devices[kind].find((candidate) => candidate === (constraints[kind]?.deviceId?.exact ?? candidate));
    if (label === undefined) throw errorNamed('NotFoundError');
    return new FakeTrack(kind, label);
  });
  return new FakeStream(tracks);
}

/** Installs what jsdom lacks around the tests of a file. Returns the devices, which each test may change. */
export function startLivePage(): TestDevices {
  let granted = Promise.resolve();
  const devices: TestDevices = {
    video: [],
    audio: [],
    errorName: null,
    holdPrompt: () => {
      let grant = (): void => undefined;
      granted = new Promise((resolve) => (grant = resolve));
      return () => grant();
    },
  };
  startFakeHost();
  installFakeRtc();
  beforeEach(() => {
    Object.assign(devices, { video: ['Front camera', 'Back camera'], audio: ['Headset'], errorName: null } satisfies Partial<TestDevices>);
    granted = Promise.resolve();
    sessionStorage.clear();
    localStorage.clear();
    const devicesOf = (kind: Kind) => devices[kind].map((label) => ({ kind: `${kind}input`, deviceId: label, label }));
    const mediaDevices = Object.assign(new EventTarget(), {
      getUserMedia: async (constraints: object) => {
        await granted;
        return openDevices(devices, constraints);
      },
      enumerateDevices: async () => [...devicesOf('video'), ...devicesOf('audio')],
    });
    Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
    jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    server.use(
      http.post(
        `${fakeHostUrl}/streaming/:protocol/show`,
        ({ params }) =>
          new HttpResponse('v=0 answer', {
            status: 201,
            headers: { location: `/streaming/${String(params['protocol'])}/show/1`, 'content-type': 'application/sdp' },
          }),
      ),
      http.delete(`${fakeHostUrl}/streaming/:protocol/show/:resource`, () => new HttpResponse(null, { status: 200 })),
    );
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const { id } of toasts.read()) dismissToast(id);
  });
  return devices;
}

/** Credentials for the fake engine. */
export const credentials = (role: Credentials['role'], changes: Partial<Credentials> = {}): Credentials => ({
  engine: 'embedded',
  role,
  room: '0198c0de-0000-7000-8000-00e000000003',
  identity: '0198c0de-0000-7000-8000-000000000003',
  token: 'key-of-the-room',
  url: null,
  whipUrl: `${fakeHostUrl}/streaming/whip/show`,
  whepUrl: `${fakeHostUrl}/streaming/whep/show`,
  iceServers: [],
  appId: null,
  uid: null,
  expiresAt: '2030-01-01T00:00:00.000Z',
  ...changes,
});

/** A fake socket that the test controls. */
export function fakeEventSource() {
  const listeners = new Map<string, Set<(payload: object) => void>>();
  let count = 0;
  const source = {
    on: (name: string, listener: (payload: object) => void) => listeners.set(name, (listeners.get(name) ?? new Set()).add(listener)),
    off: (name: string, listener: (payload: object) => void) => listeners.get(name)?.delete(listener),
  } as unknown as EventSocket;
  const emit = <N extends ServerEventName>(name: N, payload: ServerEvents[N]) => {
    count += 1;
    const event = { ...payload, eventId: `event-${String(count)}`, at: '2026-05-01T10:00:00.000Z' };
    act(() => listeners.get(name)?.forEach((listener) => listener(event)));
  };
  return { source, receive: emit };
}
