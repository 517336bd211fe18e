/** Finn watches a show, with a socket that the test controls and an engine that accepts the fake host's credentials. */
import { EventEmitter } from 'node:events';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ServerEventName, ServerEvents } from '@contract/kernel/events';
import { WatchScreen } from '@web/features/live/streaming/watch/watch-screen';
import type { Stream, StreamConversation, StreamMessage } from '@web/features/live/streaming/store/show';
import { sessionEnded } from '@web/session/store/auth.slice';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import type { CurrentUser } from '@web/services/current-user';
import { socketAuthenticated } from '@web/session/store/intents';
import { setSocket, setSocketAuthenticated } from '@web/realtime/socket';
import type { AppSocket } from '@web/realtime/socket';
import { SocketContext } from '@web/realtime/socket-events';
import { DialogHost } from '@web/shell/hosts/dialog-host';
import { startSagas } from '@web/shell/store/root-saga';
import { fan } from '../fixtures/accounts';
import { installFakeRtc } from './fake-rtc';
import { fakeHostUrl, mockEndpoint, server, startFakeHost } from './fake-host';
import { singlePage, profileOfAda } from '../fixtures/payments';
import { renderScreen } from './render';
import type { Rendered } from './render';
import { stream, streamConversation } from '../fixtures/streams';

const engine = `${fakeHostUrl}/streaming`;
const hour_ms = 3_600_000;

export const credentials = () => ({
  engine: 'embedded' as const,
  role: 'viewer' as const,
  room: 'show',
  identity: fan()._id,
  token: 'first',
  url: null,
  whipUrl: null,
  whepUrl: `${engine}/whep/show`,
  iceServers: [],
  appId: null,
  uid: null,
  expiresAt: new Date(Date.now() + hour_ms).toISOString(),
});

/** How many WHEP connections the engine has accepted, and how many of them have ended. */
let connectedCount = 0;
let disconnectedCount = 0;

/** Runs the fake host and engine during the tests of a file. */
export function startShowTests(): void {
  // Runs before the fake host resets its handlers, because viewers disconnect there.
  afterEach(async () => {
    setSocket(null);
    act(() => {
      for (const store of stores.splice(0)) store.dispatch(sessionEnded());
      for (const toast of toasts.read()) dismissToast(toast.id);
    });
    cleanup();
    await waitFor(() => expect(disconnectedCount).toBe(connectedCount));
  });
  startFakeHost();
  installFakeRtc();
  beforeAll(() => {
    // Loaded before the first test, so that no test waits for a module.
    expect(startSagas).toBeDefined();
    Object.defineProperty(HTMLMediaElement.prototype, 'play', { configurable: true, value: () => Promise.resolve() });
  });
  beforeEach(() => {
    localStorage.clear();
    [connectedCount, disconnectedCount] = [0, 0];
    server.use(
      http.post(`${engine}/whep/show`, () => {
        connectedCount += 1;
        return new HttpResponse('v=0 answer', { status: 201, headers: { location: '/whep/show/1', 'content-type': 'application/sdp' } });
      }),
      http.delete(`${engine}/whep/show/:resource`, () => {
        disconnectedCount += 1;
        return new HttpResponse(null, { status: 200 });
      }),
    );
  });
}

/** The stores whose sagas end with their test. */
const stores: Rendered['store'][] = [];

interface ShowOptions {
  show?: Partial<Stream>;
  chat?: Partial<StreamConversation>;
  /** The messages of the chat, the newest first. */
  messages?: StreamMessage[];
  user?: CurrentUser;
  path?: string;
  /** Whether Ada accepts requests for private shows. */
  acceptsPrivateRequests?: boolean;
  /** Responses that came with the page, by the text of their SWR key. */
  fallback?: Record<string, unknown>;
}

/** The page of Ada's show; `receive` delivers an event from the host. */
export function openShow({
  show = {},
  chat = {},
  messages = [],
  user = fan(),
  path = '/live/ada',
  acceptsPrivateRequests = false,
  fallback = {},
}: ShowOptions = {}) {
  const joinRequests = mockEndpoint('GET /streaming/join/:id', { stream: stream(show), conversation: streamConversation(chat), messages });
  mockEndpoint('GET /messages/stream/:id', { data: messages, total: messages.length, nextCursor: null });
  const credentialRequests = mockEndpoint('POST /streaming/agora/token', credentials());
  mockEndpoint('GET /performers/:id', profileOfAda({ privateEnabled: acceptsPrivateRequests }));
  mockEndpoint('GET /streaming/private-requests', singlePage());
  mockEndpoint('GET /user/feeds', singlePage());
  mockEndpoint('GET /streaming/user/search', singlePage());
  const emitter = new EventEmitter();
  const emitted: { event: string; payload: unknown }[] = [];
  const socket = {
    connected: true,
    on: emitter.on.bind(emitter),
    off: emitter.off.bind(emitter),
    emit: (event: string, payload: unknown, acknowledge?: (ack: unknown) => void) => {
      emitted.push({ event, payload });
      acknowledge?.({ ok: true, data: {} });
    },
  } as unknown as AppSocket;
  setSocket(socket);
  setSocketAuthenticated('authenticated');
  const rendered = renderScreen(
    <SocketContext.Provider value={socket}>
      <WatchScreen />
      <DialogHost />
    </SocketContext.Provider>,
    { user, path, query: { profileId: 'ada' }, fallback },
  );
  stores.push(rendered.store);
  let count = 0;
  return {
    ...rendered,
    emittedEvents: emitted,
    joinRequests,
    credentialRequests,
    authenticate: () => act(() => void rendered.store.dispatch(socketAuthenticated())),
    receive: <N extends ServerEventName>(event: N, payload: ServerEvents[N]): void =>
      act(() => void emitter.emit(event, { ...payload, eventId: `event-${String((count += 1))}`, at: '2026-05-01T10:00:00.000Z' })),
  };
}

export const findLog = () => screen.findByRole('log', { name: 'Chat history' });
export const findField = () => screen.findByRole('textbox', { name: 'Message' });
