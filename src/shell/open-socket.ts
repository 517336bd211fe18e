/** The socket of one session, and what of all that it brings changes the session. Loaded for signed-in people only. */
import type { Ack } from '@contract/events';
import { reconnection } from '@contract/conventions';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { accountLeft, refreshAsked, sessionRefused, socketProven } from '@web/session/intents';
import { holdLine, proveLine } from '@web/session/line';
import { presenceChanged } from '@web/session/presence.slice';
import { settingsUpdated } from '@web/session/settings.slice';
import { hear, unstamped } from '@web/session/socket-events';
import { socketStatusChanged } from '@web/session/socket.slice';
import { readToken } from '@web/session/token';
import { balanceHeard, balanceUpdated, rightsHeard, unreadHeard } from '@web/session/user.slice';
import { uiOf, uiUpdated } from '@web/session/ui.slice';
import { followOtherTabs } from '@web/session/working';
import { passNews } from './passing-news';
import type { Store } from './store';

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

/** A socket that tells the store what it lives through; not yet connected. */
function socketOf(apiUrl: string, token: string, store: Store): Socket {
  const socket = io(apiUrl, {
    autoConnect: false,
    // Its own connection for each session: a shared one would outlive a sign-out.
    forceNew: true,
    query: { token },
    transports: [...reconnection.transports],
    reconnectionAttempts: reconnection.attempts,
    reconnectionDelay: reconnection.delay_ms,
    reconnectionDelayMax: reconnection.delayMax_ms,
  });
  let wasConnected = false;
  socket.on('connect', () => {
    store.dispatch(socketStatusChanged('connected'));
    socket.emit('auth/login', { token: readToken() ?? token }, ({ ok }: Ack<unknown>) => {
      if (!ok) return;
      proveLine('proven');
      store.dispatch(socketProven());
    });
    // What was said while the line was down is asked for.
    if (wasConnected) store.dispatch(refreshAsked());
    wasConnected = true;
  });
  socket.on('disconnect', (reason) => {
    proveLine('unproven');
    store.dispatch(socketStatusChanged('disconnect'));
    // The library comes back by itself, except when the host has closed the connection: then it waits to be told.
    if (reason === 'io server disconnect' && store.getState().auth.loggedIn)
      setTimeout(() => store.getState().auth.loggedIn && socket.connect(), reconnection.delay_ms);
  });
  socket.io.on('reconnect_attempt', () => store.dispatch(socketStatusChanged('reconnecting')));
  socket.io.on('reconnect_failed', () => store.dispatch(socketStatusChanged('failed')));
  socket.on('connect_error', () => {
    if (!socket.active) store.dispatch(socketStatusChanged('failed'));
  });
  hear(socket, 'session/ended', ({ reason }) => store.dispatch(reason === 'deleting' ? accountLeft() : sessionRefused({ token })));
  hear(socket, 'wallet/balance-changed', ({ change, balance }) => {
    // A wallet's transfers follow each other, so the last word is the truth. Many fans pay one performer at once, and none of
    // these transfers sees the others: there the changes add up.
    const isPerformer = store.getState().user.current?.isPerformer ?? false;
    store.dispatch(isPerformer ? balanceUpdated(change) : balanceHeard(balance));
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
