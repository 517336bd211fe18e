/** Finn before a show, with a connection that the test speaks for and an engine that lets in whom the host lets in. */
import { EventEmitter } from 'node:events';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { HostEventName, HostEvents } from '@contract/kernel/events';
import { WatchScreen } from '@web/features/live/streaming/watch/watch-screen';
import type { Stream, StreamConversation, StreamMessage } from '@web/features/streaming/show';
import { sessionEnded } from '@web/session/store/auth.slice';
import { dropToast, toasts } from '@web/ui/feedback/toast-queue';
import type { CurrentUser } from '@web/session/intents';
import { socketProven } from '@web/session/intents';
import { holdLine, proveLine } from '@web/session/line';
import type { Line } from '@web/session/line';
import { SocketContext } from '@web/realtime/socket-events';
import { DialogHost } from '@web/shell/hosts/dialog-host';
import { startSagas } from '@web/shell/store/root-saga';
import { fan } from '../answers/accounts';
import { withFakeRtc } from './fake-rtc';
import { answer, server, startTestHost } from './fake-host';
import { pageOf, profileOfAda } from '../answers/payments';
import { renderScreen } from './render';
import type { Rendered } from './render';
import { stream, streamConversation } from '../answers/streams';

const engine = 'http://engine.test';
const hour_ms = 3_600_000;

export const credentials = () => ({
  ...{ engine: 'embedded' as const, role: 'viewer' as const, room: 'show', identity: fan()._id, token: 'first', url: null },
  ...{ whipUrl: null, whepUrl: `${engine}/whep/show`, iceServers: [], appId: null, uid: null },
  expiresAt: new Date(Date.now() + hour_ms).toISOString(),
});

/** How many connections the engine has taken, and how many of them have ended. */
let watched = 0;
let left = 0;

/** Begins and ends the tests' host and engine around the tests of a file. */
export function startTestShows(): void {
  // Before the host forgets what it answers: what was watched is left there.
  afterEach(async () => {
    holdLine(null);
    act(() => {
      for (const store of stores.splice(0)) store.dispatch(sessionEnded());
      for (const toast of toasts.read()) dropToast(toast.id);
    });
    cleanup();
    await waitFor(() => expect(left).toBe(watched));
  });
  startTestHost();
  withFakeRtc();
  beforeAll(() => {
    // Loaded before the first story, so that none of them waits for a module.
    expect(startSagas).toBeDefined();
    Object.defineProperty(HTMLMediaElement.prototype, 'play', { configurable: true, value: () => Promise.resolve() });
  });
  beforeEach(() => {
    localStorage.clear();
    [watched, left] = [0, 0];
    server.use(
      http.post(`${engine}/whep/show`, () => {
        watched += 1;
        return new HttpResponse('v=0 answer', { status: 201, headers: { location: '/whep/show/1', 'content-type': 'application/sdp' } });
      }),
      http.delete(`${engine}/whep/show/:resource`, () => {
        left += 1;
        return new HttpResponse(null, { status: 200 });
      }),
    );
  });
}

/** Those whose sagas are to end with their test. */
const stores: Rendered['store'][] = [];

interface Scene {
  show?: Partial<Stream>;
  chat?: Partial<StreamConversation>;
  /** What stands in the chat, the newest first. */
  messages?: StreamMessage[];
  user?: CurrentUser;
  path?: string;
  /** Ada takes requests for private shows. */
  takesRequests?: boolean;
  /** Answers that came with the page, by the text of their key. */
  fallback?: Record<string, unknown>;
}

/** The page of Ada's show; `tell` says what the host says. */
export function openShow({
  show = {},
  chat = {},
  messages = [],
  user = fan(),
  path = '/live/ada',
  takesRequests = false,
  fallback = {},
}: Scene = {}) {
  const joins = answer('GET /streaming/join/:id', { stream: stream(show), conversation: streamConversation(chat), messages });
  answer('GET /messages/stream/:id', { data: messages, total: messages.length, nextCursor: null });
  const entries = answer('POST /streaming/agora/token', credentials());
  answer('GET /performers/:id', profileOfAda({ privateEnabled: takesRequests }));
  answer('GET /streaming/private-requests', pageOf());
  answer('GET /user/feeds', pageOf());
  answer('GET /streaming/user/search', pageOf());
  const ear = new EventEmitter();
  const said: { event: string; payload: unknown }[] = [];
  const line = {
    connected: true,
    on: ear.on.bind(ear),
    off: ear.off.bind(ear),
    emit: (event: string, payload: unknown, answered?: (ack: unknown) => void) => {
      said.push({ event, payload });
      answered?.({ ok: true, data: {} });
    },
  } as unknown as Line;
  holdLine(line);
  proveLine('proven');
  const rendered = renderScreen(
    <SocketContext.Provider value={line}>
      <WatchScreen />
      <DialogHost />
    </SocketContext.Provider>,
    { user, path, query: { profileId: 'ada' }, fallback },
  );
  stores.push(rendered.store);
  let count = 0;
  return {
    ...rendered,
    said,
    joins,
    entries,
    prove: () => act(() => void rendered.store.dispatch(socketProven())),
    tell: <N extends HostEventName>(event: N, payload: HostEvents[N]): void =>
      act(() => void ear.emit(event, { ...payload, eventId: `event-${String((count += 1))}`, at: '2026-05-01T10:00:00.000Z' })),
  };
}

export const log = () => screen.findByRole('log', { name: 'Messages of the chat' });
export const field = () => screen.findByRole('textbox', { name: 'Message' });
