/**
 * The one connection to the host, for signed-in people only. It proves itself after every connect with the stored token,
 * comes back for ever, and is closed with the session.
 */
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useStore } from 'react-redux';
import { bring } from '@web/lib/load-with-retry';
import { useCurrentUser } from '@web/session/store/hooks';
import { SocketContext } from '@web/realtime/socket-events';
import type { EventSource } from '@web/realtime/socket-events';
import { readToken } from '@web/services/token';
import { useSiteFacts } from '../facts';
import type * as OpenSocketModule from './open-socket';
import type { RootState, Store } from '../store/store';

export function SocketProvider({ children }: { children: ReactNode }) {
  const [socket, setSocket] = useState<EventSource | null>(null);
  const { apiUrl } = useSiteFacts();
  const viewer = useCurrentUser();
  // Who owes her second step, or is about to leave, is not let in.
  const accountId = viewer === null || viewer.owesSecondStep || viewer.status !== 'active' ? null : viewer._id;
  const store = useStore<RootState>() as Store;
  useEffect(() => {
    const token = readToken();
    if (accountId === null || token === undefined) return;
    let close: (() => void) | undefined;
    const open = ({ openSocket }: typeof OpenSocketModule) => {
      const opened = openSocket(apiUrl, token, store);
      close = opened.close;
      setSocket(opened.socket);
    };
    const coming = bring(() => import('./open-socket'), open);
    return () => {
      coming.stop();
      close?.();
      setSocket(null);
    };
  }, [apiUrl, accountId, store]);
  return <SocketContext.Provider value={socket}>{children}</SocketContext.Provider>;
}
