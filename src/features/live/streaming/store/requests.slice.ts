/** Private requests waiting for a performer's answer, in the order of arrival. */
import { resetPerAccount } from '@web/session/store/auth.slice';
import { createSlice } from '@web/session/store/slice';
import type { PrivateRequest } from './show';

export interface StreamingState {
  privateRequests: PrivateRequest[];
}

export const emptyStreaming: StreamingState = { privateRequests: [] };

const slice = createSlice(
  'streaming',
  emptyStreaming,
  {
    /** The list may have loaded it before the event arrives. */
    privateRequestAdded: (state, request: PrivateRequest) =>
      state.privateRequests.some(({ _id }) => _id === request._id) ? state : { privateRequests: [...state.privateRequests, request] },
    /** A request was opened, answered, cancelled or has expired: all requests of its conversation are removed. */
    privateRequestAccessed: ({ privateRequests }, conversationId: string) => ({
      privateRequests: privateRequests.filter((request) => request.conversationId !== conversationId),
    }),
    /** The requests that are pending at the API. */
    privateRequestsLoaded: (_state, privateRequests: PrivateRequest[]) => ({ privateRequests }),
  },
  resetPerAccount(emptyStreaming),
);

export const { privateRequestAdded, privateRequestAccessed, privateRequestsLoaded } = slice.actions;
export const streamingReducer = slice.reducer;
