/** Private requests pending for the performer, in the order of arrival. */
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
    /** Adds a request once: the list may have been loaded before its event arrives. */
    privateRequestAdded: (state, request: PrivateRequest) =>
      state.privateRequests.some(({ _id }) => _id === request._id) ? state : { privateRequests: [...state.privateRequests, request] },
    /** A request was accepted, declined or canceled, or has expired: all requests of its conversation are removed. */
    privateRequestsRemoved: ({ privateRequests }, conversationId: string) => ({
      privateRequests: privateRequests.filter((request) => request.conversationId !== conversationId),
    }),
    /** Replaces all requests with those that the API returned as pending. */
    privateRequestsLoaded: (_state, privateRequests: PrivateRequest[]) => ({ privateRequests }),
  },
  resetPerAccount(emptyStreaming),
);

export const { privateRequestAdded, privateRequestsRemoved, privateRequestsLoaded } = slice.actions;
export const streamingReducer = slice.reducer;
