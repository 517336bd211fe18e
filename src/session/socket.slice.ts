/** The connection to the host as the browser sees it. Shown as a status, never as an error. */
import type { SocketStatus } from '@contract/events';
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded, signedOut } from './auth.slice';

export interface SocketState {
  status: SocketStatus;
}

const noSocket: SocketState = { status: 'initialized' };

const slice = createSlice({
  name: 'socket',
  initialState: noSocket,
  reducers: {
    socketStatusChanged: (state, { payload }: PayloadAction<SocketStatus>) => {
      state.status = payload;
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => noSocket).addCase(sessionEnded, () => noSocket),
});

export const { socketStatusChanged } = slice.actions;
export const socketReducer = slice.reducer;
