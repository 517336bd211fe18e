/** The state of the socket connection. Shown as a status, never as an error. */
import type { SocketStatus } from '@contract/kernel/events';
import { sessionEnded, signedOut } from './auth.slice';
import { onAction, createSlice } from './slice';

export interface SocketState {
  status: SocketStatus;
}

const noSocket: SocketState = { status: 'initialized' };

const slice = createSlice('socket', noSocket, { socketStatusChanged: (_, status: SocketStatus) => ({ status }) }, [
  onAction(signedOut, () => noSocket),
  onAction(sessionEnded, () => noSocket),
]);

export const { socketStatusChanged } = slice.actions;
export const socketReducer = slice.reducer;
