/** The connection to the host as the browser sees it. Shown as a status, never as an error. */
import type { SocketStatus } from '@contract/kernel/events';
import { sessionEnded, signedOut } from './auth.slice';
import { hearing, makeSlice } from './slice';

export interface SocketState {
  status: SocketStatus;
}

const noSocket: SocketState = { status: 'initialized' };

const slice = makeSlice('socket', noSocket, { socketStatusChanged: (_, status: SocketStatus) => ({ status }) }, [
  hearing(signedOut, () => noSocket),
  hearing(sessionEnded, () => noSocket),
]);

export const { socketStatusChanged } = slice.actions;
export const socketReducer = slice.reducer;
