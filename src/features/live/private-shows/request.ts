/** A private show request, or the show that it became: read once, then updated by socket events. */
import type { Stamped } from '@contract/kernel/events';
import type { PrivateRequestStatus } from '@contract/kernel/values/live';
import { useCallback } from 'react';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { unstamped, useSocketEvent } from '@web/realtime/socket-events';
import { requestOfConversation } from './requests';

export type PrivateRequest = ResponseOf<'POST /streaming/private-requests'>;

export const privateShowPath = ({ conversationId }: Pick<PrivateRequest, 'conversationId'>): string => `/show/${conversationId}`;

/** Pending or running: its state may still change. */
const isOpen = ({ status }: { status: PrivateRequestStatus }): boolean => status === 'pending' || status === 'accepted';

/** Polling interval that covers missed socket events. */
const pollInterval_ms = 5000;

export interface RequestState {
  /** Undefined while loading; null when the viewer has no request in the conversation. */
  request: PrivateRequest | null | undefined;
  error: unknown;
  reload: () => void;
  applyUpdate: (request: PrivateRequest) => void;
}

type UpdateEvent = 'private-request/accepted' | 'private-request/declined' | 'private-request/cancelled' | 'private-request/ended';

/** `conversationId` is null while there is none to look up. */
export function useRequest(conversationId: string | null): RequestState {
  const { data, error, mutate } = useEndpoint(
    'GET /streaming/private-requests',
    conversationId === null ? null : requestOfConversation(conversationId),
    { refreshInterval: (cached) => (cached?.data.some(isOpen) ? pollInterval_ms : 0) },
  );
  const applyUpdate = useCallback(
    (request: PrivateRequest) => void mutate({ data: [request], total: 1, nextCursor: null }, { revalidate: false }),
    [mutate],
  );
  const handleUpdate = useCallback(
    (request: Stamped<UpdateEvent>) => {
      if (request.conversationId === conversationId) applyUpdate(unstamped(request));
    },
    [conversationId, applyUpdate],
  );
  const handleBilled = useCallback(
    ({ _id, minutesBilled, amountBilled, minutesLeft }: Stamped<'private-request/billed'>) =>
      void mutate(
        (cached) => {
          const request = cached?.data.find((item) => item._id === _id);
          // Only the API knows when the first minute began.
          if (cached === undefined || request === undefined || request.startedAt === null) return cached;
          return { ...cached, data: [{ ...request, minutesBilled, amountBilled, minutesLeft }] };
        },
        { revalidate: minutesBilled === 1 },
      ),
    [mutate],
  );
  useSocketEvent('private-request/accepted', handleUpdate);
  useSocketEvent('private-request/declined', handleUpdate);
  useSocketEvent('private-request/cancelled', handleUpdate);
  useSocketEvent('private-request/ended', handleUpdate);
  useSocketEvent('private-request/billed', handleBilled);
  const reload = useCallback(() => void mutate(), [mutate]);
  return { request: data === undefined ? undefined : (data.data[0] ?? null), error, reload, applyUpdate };
}
