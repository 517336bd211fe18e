/** Private requests that wait for a performer's answer, in the order in which they came. */
import { ofOnePerson } from '@web/session/store/auth.slice';
import { makeSlice } from '@web/session/store/slice';
import type { PrivateRequest } from '../../../streaming/show';

export interface StreamingState {
  privateRequests: PrivateRequest[];
}

export const noStreaming: StreamingState = { privateRequests: [] };

const slice = makeSlice(
  'streaming',
  noStreaming,
  {
    /** The list may have brought it before it is told. */
    privateRequestAdded: (state, request: PrivateRequest) =>
      state.privateRequests.some(({ _id }) => _id === request._id) ? state : { privateRequests: [...state.privateRequests, request] },
    /** One was opened, answered, taken back or has lapsed: all of its conversation go. */
    privateRequestAccessed: ({ privateRequests }, conversationId: string) => ({
      privateRequests: privateRequests.filter((request) => request.conversationId !== conversationId),
    }),
    /** Those that wait at the host now. */
    privateRequestsRead: (_state, privateRequests: PrivateRequest[]) => ({ privateRequests }),
  },
  ofOnePerson(noStreaming),
);

export const { privateRequestAdded, privateRequestAccessed, privateRequestsRead } = slice.actions;
export const streamingReducer = slice.reducer;
