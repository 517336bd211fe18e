/**
 * The one connection to the host, for signed-in people only. It proves itself after every connect with the stored token,
 * comes back for ever, and is closed with the session.
 */
import type { PublicSettings } from '@contract/entities';
import type { Stamp } from '@contract/events';
import { reconnection } from '@contract/limits';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useStore } from 'react-redux';
import type { Socket } from 'socket.io-client';
import { useAccountId } from '@web/session/hooks';
import { refreshAsked, sessionRefused } from '@web/session/intents';
import { presenceChanged } from '@web/session/presence.slice';
import { settingsUpdated } from '@web/session/settings.slice';
import { hear, SocketContext } from '@web/session/socket-events';
import { socketStatusChanged } from '@web/session/socket.slice';
import { readToken } from '@web/session/token';
import { balanceHeard, balanceUpdated } from '@web/session/user.slice';
import { uiOf, uiUpdated } from '@web/session/ui.slice';
import { useSiteFacts } from './facts';
import type { RootState, Store } from './store';

export function SocketProvider({ children }: { children: ReactNode }) {
  const [socket, setSocket] = useState<Socket | null>(null);
  const { apiUrl } = useSiteFacts();
  const accountId = useAccountId();
  const store = useStore<RootState>() as Store;
  useEffect(() => {
    const token = readToken();
    if (accountId === null || token === undefined) return;
    let isOver = false;
    let opened: Socket | null = null;
    void open(apiUrl, token, store).then((made) => {
      if (isOver) return made.disconnect();
      opened = made;
      setSocket(made);
      return made.connect();
    });
    return () => {
      isOver = true;
      // Unheard: the store has started anew, and this connection's end is none of its states.
      opened?.off().disconnect();
      setSocket(null);
    };
  }, [apiUrl, accountId, store]);
  return <SocketContext.Provider value={socket}>{children}</SocketContext.Provider>;
}

/** A socket that tells the store what it lives through; not yet connected. */
async function open(apiUrl: string, token: string, store: Store): Promise<Socket> {
  const { io } = await import('socket.io-client');
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
    socket.emit('auth/login', { token: readToken() ?? token });
    // What was said while the line was down is asked for.
    if (wasConnected) store.dispatch(refreshAsked());
    wasConnected = true;
  });
  socket.on('disconnect', (reason) => {
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
  hear(socket, 'session/ended', () => store.dispatch(sessionRefused({ token })));
  hear(socket, 'wallet/balance-changed', ({ change, balance }) => {
    // A wallet's transfers follow each other, so the last word is the truth. Many fans pay one performer at once, and none of
    // these transfers sees the others: there the changes add up.
    const isPerformer = store.getState().user.current?.isPerformer ?? false;
    store.dispatch(isPerformer ? balanceUpdated(change) : balanceHeard(balance));
  });
  hear(socket, 'presence/changed', (payload) => store.dispatch(presenceChanged(payload)));
  hear(socket, 'settings/changed', (payload) => {
    const settings: PublicSettings & Partial<Stamp> = { ...payload };
    delete settings.eventId;
    delete settings.at;
    store.dispatch(settingsUpdated(settings));
    store.dispatch(uiUpdated(uiOf(settings)));
  });
  return socket;
}
