/**
 * The socket connection of signed-in people. It authenticates with the stored token after every connect, reconnects without limit, and is
 * closed with the session.
 */
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useStore } from 'react-redux';
import { loadWithRetry } from '@web/lib/load-with-retry';
import { useCurrentUser } from '@web/session/store/hooks';
import { SocketContext } from '@web/realtime/socket-events';
import type { EventSocket } from '@web/realtime/socket-events';
import { readToken } from '@web/services/token';
import { useSiteInfo } from '../page/site-info';
import type * as OpenSocketModule from './open-socket';
import type { RootState, Store } from '../store/store';

export function SocketProvider({ children }: { children: ReactNode }) {
  const [socket, setSocket] = useState<EventSocket | null>(null);
  const { apiUrl } = useSiteInfo();
  const viewer = useCurrentUser();
  // The server rejects accounts without required two-factor and accounts that are being deleted.
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
    const loading = loadWithRetry(() => import('./open-socket'), open);
    return () => {
      loading.stop();
      close?.();
      setSocket(null);
    };
  }, [apiUrl, accountId, store]);
  return <SocketContext.Provider value={socket}>{children}</SocketContext.Provider>;
}
