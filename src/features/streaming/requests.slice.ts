/** Private requests that wait for a performer's answer, in the order in which they came. */
import { loginSucceeded, sessionEnded, signedOut } from '@web/session/auth.slice';
import { hearing, makeSlice } from '@web/session/slice';
import type { PrivateRequest } from './show';

export interface StreamingState {
  privateRequests: PrivateRequest[];
}

export const noStreaming: StreamingState = { privateRequests: [] };

const slice = makeSlice(
  'streaming',
  noStreaming,
  {
    privateRequestAdded: ({ privateRequests }, request: PrivateRequest) => ({ privateRequests: [...privateRequests, request] }),
    /** One was opened, answered, taken back or has lapsed: all of its conversation go. */
    privateRequestAccessed: ({ privateRequests }, conversationId: string) => ({
      privateRequests: privateRequests.filter((request) => request.conversationId !== conversationId),
    }),
    /** Those that wait at the host now. */
    privateRequestsRead: (_state, privateRequests: PrivateRequest[]) => ({ privateRequests }),
  },
  [hearing(loginSucceeded, () => noStreaming), hearing(signedOut, () => noStreaming), hearing(sessionEnded, () => noStreaming)],
);

export const { privateRequestAdded, privateRequestAccessed, privateRequestsRead } = slice.actions;
export const streamingReducer = slice.reducer;
