/** The socket of a session, and the events that update the session's state. Loaded for signed-in people only. */
import type { Ack } from '@contract/kernel/events';
import { reconnection } from '@contract/kernel/conventions';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { accountDeleted, refreshRequested, sessionRejected, socketAuthenticated } from '@web/session/store/intents';
import { setSocket, setSocketAuthenticated } from '@web/realtime/socket';
import { presenceChanged } from '@web/session/store/presence.slice';
import { settingsUpdated } from '@web/session/store/settings.slice';
import { onServerEvent, unstamped } from '@web/realtime/socket-events';
import { socketStatusChanged } from '@web/session/store/socket.slice';
import { readToken } from '@web/services/token';
import { balanceReceived, balanceUpdated, rightsChanged, unreadUpdated } from '@web/session/store/user.slice';
import { uiOf, uiUpdated } from '@web/session/store/ui.slice';
import { reloadOnDelegationChange } from '@web/session/delegation';
import { showNotificationToast } from './notification-toasts';
import type { Store } from '../store/store';

interface OpenSocket {
  socket: Socket;
  /** Closes it permanently. */
  close: () => void;
}

/** Connects to the server with `token`, and sets the socket as the session's until it is closed. */
export function openSocket(apiUrl: string, token: string, store: Store): OpenSocket {
  const socket = createSocket(apiUrl, token, store);
  setSocket(socket);
  socket.connect();
  const stopListening = reloadOnDelegationChange();
  return {
    socket,
    close: () => {
      stopListening();
      setSocket(null);
      // Listeners are removed first: the store has been reset, and must not receive this disconnect.
      socket.off().disconnect();
    },
  };
}

/** A connection attempt without an outcome after this time has failed. */
const handshake_ms = 8000;

/** A socket that dispatches its state changes and events to the store; not yet connected. */
function createSocket(apiUrl: string, initialToken: string, store: Store): Socket {
  /** The token of the last attempt: the session's token may change while the page is open. */
  let token = initialToken;
  const currentToken = (): string => {
    token = readToken() ?? token;
    return token;
  };
  const socket = io(apiUrl, {
    autoConnect: false,
    // Each session needs a new connection: a shared one would outlive a sign-out.
    forceNew: true,
    // A getter, since the library reads it at each attempt.
    query: {
      get token() {
        return currentToken();
      },
    },
    transports: [...reconnection.transports],
    // Otherwise the library only tries the first transport.
    tryAllTransports: true,
    timeout: handshake_ms,
    reconnectionAttempts: reconnection.attempts,
    reconnectionDelay: reconnection.delay_ms,
    reconnectionDelayMax: reconnection.delayMax_ms,
  });
  const serverCloses = reconnectAfterServerCloses(socket, store);
  const refresh = refreshAfterEvents(socket, store);
  socket.on('connect', () => {
    store.dispatch(socketStatusChanged('connected'));
    socket.emit('auth/login', { token: currentToken() }, ({ ok }: Ack<unknown>) => {
      if (!ok) return;
      serverCloses.reset();
      setSocketAuthenticated('authenticated');
      store.dispatch(socketAuthenticated());
      // Events sent before this moment were missed, so the account is refetched.
      store.dispatch(refreshRequested());
    });
  });
  socket.on('disconnect', (reason) => {
    setSocketAuthenticated('unauthenticated');
    store.dispatch(socketStatusChanged('disconnect'));
    if (reason === 'io server disconnect') serverCloses.reconnect();
  });
  socket.io.on('reconnect_attempt', () => store.dispatch(socketStatusChanged('reconnecting')));
  socket.io.on('reconnect_failed', () => store.dispatch(socketStatusChanged('failed')));
  socket.on('connect_error', () => {
    if (!socket.active) store.dispatch(socketStatusChanged('failed'));
  });
  pollFirstAfterTimeout(socket);
  onServerEvent(socket, 'session/ended', ({ reason }) =>
    store.dispatch(reason === 'deleting' ? accountDeleted() : sessionRejected({ token })),
  );
  onServerEvent(socket, 'wallet/balance-changed', ({ change, balance }) => {
    // Transfers of a fan's wallet are serialized, so the last balance is correct. Concurrent payments to a performer do not see each
    // other's balance, so their changes are added up.
    const isPerformer = store.getState().user.current?.isPerformer ?? false;
    store.dispatch(isPerformer ? balanceUpdated(change) : balanceReceived(balance));
    refresh.soon();
  });
  onServerEvent(socket, 'unread/changed', ({ conversations, notifications }) => {
    store.dispatch(unreadUpdated({ conversations, notifications }));
    refresh.ifBurst();
  });
  onServerEvent(socket, 'notification/created', (notification) => showNotificationToast(store, notification));
  onServerEvent(socket, 'account/rights-changed', ({ rights }) => {
    store.dispatch(rightsChanged(rights));
    // A new operator's role has changed too.
    if (store.getState().user.current?.role !== 'operator') store.dispatch(refreshRequested());
  });
  onServerEvent(socket, 'subscription/changed', ({ user }) => {
    // The account contains the amount of the next wallet renewal.
    if (store.getState().user.current?._id === user._id) store.dispatch(refreshRequested());
  });
  onServerEvent(socket, 'presence/changed', (payload) => store.dispatch(presenceChanged(payload)));
  onServerEvent(socket, 'settings/changed', (payload) => {
    const settings = unstamped(payload);
    store.dispatch(settingsUpdated(settings));
    store.dispatch(uiUpdated(uiOf(settings)));
  });
  return socket;
}

/** The delay before the account is refetched after an event. Events closer than this count as a burst. */
const refresh_ms = 3000;

/**
 * Refetches the account after balance events. Events have no version: one may arrive late or already be included in a response, and a
 * response may be older than an event. Only a read that starts after the last event is correct. A single unread event is correct by
 * itself, but the events of a burst may have been counted concurrently, without each other.
 */
function refreshAfterEvents(socket: Socket, store: Store): { soon: () => void; ifBurst: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (isOpen(socket, store)) store.dispatch(refreshRequested());
    }, refresh_ms);
  };
  return {
    soon,
    ifBurst: () => {
      const isBurst = performance.now() - lastAt < refresh_ms;
      lastAt = performance.now();
      if (isBurst) soon();
    },
  };
}

/** A closed socket has no listeners, and its store may belong to another account by then. */
const isOpen = (socket: Socket, store: Store): boolean => store.getState().auth.loggedIn && socket.hasListeners('connect');

/** Reconnects after the server closed the connection, which the library does not do. The delay grows until authentication succeeds. */
function reconnectAfterServerCloses(socket: Socket, store: Store): { reconnect: () => void; reset: () => void } {
  let count = 0;
  return {
    reconnect: () => {
      const delay_ms = Math.min(reconnection.delay_ms * 2 ** count, reconnection.delayMax_ms);
      count += 1;
      setTimeout(() => {
        if (isOpen(socket, store)) socket.connect();
      }, delay_ms);
    },
    reset: () => {
      count = 0;
    },
  };
}

/**
 * Works around proxies that accept an Upgrade request and never respond to it: the library gets no error and does not try the next
 * transport. After a timeout polling is tried first; after a successful upgrade websocket is first again.
 */
function pollFirstAfterTimeout(socket: Socket): void {
  socket.on('connect_error', ({ message }) => {
    if (message === 'timeout') socket.io.opts.transports = [...reconnection.transports].reverse();
  });
  socket.on('connect', () => {
    socket.io.engine.once('upgrade', () => {
      socket.io.opts.transports = [...reconnection.transports];
    });
  });
}
