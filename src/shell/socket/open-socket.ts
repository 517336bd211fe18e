/** The socket of one session, and what of all that it brings changes the session. Loaded for signed-in people only. */
import type { Ack } from '@contract/kernel/events';
import { reconnection } from '@contract/kernel/conventions';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { accountLeft, refreshAsked, sessionRefused, socketProven } from '@web/session/intents';
import { holdLine, proveLine } from '@web/session/line';
import { presenceChanged } from '@web/session/store/presence.slice';
import { settingsUpdated } from '@web/session/settings.slice';
import { hear, unstamped } from '@web/realtime/socket-events';
import { socketStatusChanged } from '@web/session/store/socket.slice';
import { readToken } from '@web/services/token';
import { balanceHeard, balanceUpdated, rightsHeard, unreadHeard } from '@web/session/store/user.slice';
import { uiOf, uiUpdated } from '@web/session/store/ui.slice';
import { followOtherTabs } from '@web/session/working';
import { passNews } from '../passing-news';
import type { Store } from '../store/store';

interface OpenSocket {
  socket: Socket;
  /** Ends it for good. */
  close: () => void;
}

/** Connects to the host with `token`. The line is the session's from now on, until it is closed. */
export function openSocket(apiUrl: string, token: string, store: Store): OpenSocket {
  const socket = socketOf(apiUrl, token, store);
  holdLine(socket);
  socket.connect();
  const unfollow = followOtherTabs();
  return {
    socket,
    close: () => {
      unfollow();
      holdLine(null);
      // Unheard: the store has started anew, and this connection's end is none of its states.
      socket.off().disconnect();
    },
  };
}

/** A connection attempt without an outcome after this time has failed. */
const handshake_ms = 8000;

/** A socket that tells the store what it lives through; not yet connected. */
function socketOf(apiUrl: string, first: string, store: Store): Socket {
  /** The token of the last attempt: the session may get another while the page stays. */
  let token = first;
  const currentToken = (): string => {
    token = readToken() ?? token;
    return token;
  };
  const socket = io(apiUrl, {
    autoConnect: false,
    // Its own connection for each session: a shared one would outlive a sign-out.
    forceNew: true,
    // Read by the library at each attempt.
    query: {
      get token() {
        return currentToken();
      },
    },
    transports: [...reconnection.transports],
    // Without it the library knows the first transport alone.
    tryAllTransports: true,
    timeout: handshake_ms,
    reconnectionAttempts: reconnection.attempts,
    reconnectionDelay: reconnection.delay_ms,
    reconnectionDelayMax: reconnection.delayMax_ms,
  });
  const closures = reconnectAfterClosures(socket, store);
  const reread = rereadAfterEvents(socket, store);
  socket.on('connect', () => {
    store.dispatch(socketStatusChanged('connected'));
    socket.emit('auth/login', { token: currentToken() }, ({ ok }: Ack<unknown>) => {
      if (!ok) return;
      closures.forget();
      proveLine('proven');
      store.dispatch(socketProven());
      // Events sent before this moment have not reached this page: the own account is read again.
      store.dispatch(refreshAsked());
    });
  });
  socket.on('disconnect', (reason) => {
    proveLine('unproven');
    store.dispatch(socketStatusChanged('disconnect'));
    if (reason === 'io server disconnect') closures.reconnect();
  });
  socket.io.on('reconnect_attempt', () => store.dispatch(socketStatusChanged('reconnecting')));
  socket.io.on('reconnect_failed', () => store.dispatch(socketStatusChanged('failed')));
  socket.on('connect_error', () => {
    if (!socket.active) store.dispatch(socketStatusChanged('failed'));
  });
  pollFirstAfterSilence(socket);
  hear(socket, 'session/ended', ({ reason }) => store.dispatch(reason === 'deleting' ? accountLeft() : sessionRefused({ token })));
  hear(socket, 'wallet/balance-changed', ({ change, balance }) => {
    // A wallet's transfers follow each other, so the last word is the truth. Many fans pay one performer at once, and none of
    // these transfers sees the others: there the changes add up.
    const isPerformer = store.getState().user.current?.isPerformer ?? false;
    store.dispatch(isPerformer ? balanceUpdated(change) : balanceHeard(balance));
    reread.soon();
  });
  hear(socket, 'unread/changed', ({ conversations, notifications }) => store.dispatch(unreadHeard({ conversations, notifications })));
  hear(socket, 'notification/created', (told) => passNews(store, told));
  hear(socket, 'account/rights-changed', ({ rights }) => {
    store.dispatch(rightsHeard(rights));
    // Who has just joined the team has another role too.
    if (store.getState().user.current?.role !== 'operator') store.dispatch(refreshAsked());
  });
  hear(socket, 'subscription/changed', ({ user }) => {
    // What the wallet has to hold for its next renewal is part of the own account.
    if (store.getState().user.current?._id === user._id) store.dispatch(refreshAsked());
  });
  hear(socket, 'presence/changed', (payload) => store.dispatch(presenceChanged(payload)));
  hear(socket, 'settings/changed', (payload) => {
    const settings = unstamped(payload);
    store.dispatch(settingsUpdated(settings));
    store.dispatch(uiUpdated(uiOf(settings)));
  });
  return socket;
}

/** How long after a change of the balance the own account is read. */
const reread_ms = 3000;

/**
 * Reads the own account after events of the balance. They have no version: one may come late, or be part of a read already, and a
 * read may be answered after an event that it does not know. A read that begins after the last event is right.
 */
function rereadAfterEvents(socket: Socket, store: Store): { soon: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    soon: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (isOpen(socket, store)) store.dispatch(refreshAsked());
      }, reread_ms);
    },
  };
}

/** A closed socket has no listeners any more, and its store may be another person's by then. */
const isOpen = (socket: Socket, store: Store): boolean => store.getState().auth.loggedIn && socket.hasListeners('connect');

/** The library reconnects by itself, except when the host closed the connection. The interval grows until a login succeeds. */
function reconnectAfterClosures(socket: Socket, store: Store): { reconnect: () => void; forget: () => void } {
  let closures = 0;
  return {
    reconnect: () => {
      const wait_ms = Math.min(reconnection.delay_ms * 2 ** closures, reconnection.delayMax_ms);
      closures += 1;
      setTimeout(() => {
        if (isOpen(socket, store)) socket.connect();
      }, wait_ms);
    },
    forget: () => {
      closures = 0;
    },
  };
}

/**
 * A proxy that takes an Upgrade and never answers it gives no error by which the library would try the next transport. After an
 * attempt that timed out polling is the first, and upgrades where it can; after an upgrade websocket is the first again.
 */
function pollFirstAfterSilence(socket: Socket): void {
  socket.on('connect_error', ({ message }) => {
    if (message === 'timeout') socket.io.opts.transports = [...reconnection.transports].reverse();
  });
  socket.on('connect', () => {
    socket.io.engine.once('upgrade', () => {
      socket.io.opts.transports = [...reconnection.transports];
    });
  });
}
