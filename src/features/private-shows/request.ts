/** A request for a private show, or the show that it became: read once, and kept as the host tells of it. */
import type { Stamped } from '@contract/kernel/events';
import type { PrivateRequestStatus } from '@contract/values';
import { useCallback } from 'react';
import type { AnswerOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { unstamped, useSocketEvent } from '@web/realtime/socket-events';

export type PrivateRequest = AnswerOf<'POST /streaming/private-requests'>;

export const meetingPath = ({ conversationId }: Pick<PrivateRequest, 'conversationId'>): string => `/show/${conversationId}`;

/** It waits, or runs: something may still happen to it. */
const isOpen = ({ status }: { status: PrivateRequestStatus }): boolean => status === 'pending' || status === 'accepted';

/** What the socket did not say is learnt within this time. */
const reread_ms = 5000;

export interface KnownRequest {
  /** null: there is none that concerns whoever asks. */
  request: PrivateRequest | null | undefined;
  error: unknown;
  reread: () => void;
  learn: (request: PrivateRequest) => void;
}

type Told = 'private-request/accepted' | 'private-request/declined' | 'private-request/cancelled' | 'private-request/ended';

/** `conversationId`: null while there is none to look for. */
export function useRequest(conversationId: string | null): KnownRequest {
  const { data, error, mutate } = useEndpoint(
    'GET /streaming/private-requests',
    conversationId === null ? null : { query: { conversationId, limit: 1 } },
    { refreshInterval: (known) => (known?.data.some(isOpen) ? reread_ms : 0) },
  );
  const learn = useCallback(
    (request: PrivateRequest) => void mutate({ data: [request], total: 1, nextCursor: null }, { revalidate: false }),
    [mutate],
  );
  const told = useCallback(
    (request: Stamped<Told>) => {
      if (request.conversationId === conversationId) learn(unstamped(request));
    },
    [conversationId, learn],
  );
  const billed = useCallback(
    ({ _id, minutesBilled, amountBilled, minutesLeft }: Stamped<'private-request/billed'>) =>
      void mutate(
        (known) => {
          const request = known?.data.find((one) => one._id === _id);
          // Of the first minute the host knows when it began.
          if (known === undefined || request === undefined || request.startedAt === null) return known;
          return { ...known, data: [{ ...request, minutesBilled, amountBilled, minutesLeft }] };
        },
        { revalidate: minutesBilled === 1 },
      ),
    [mutate],
  );
  useSocketEvent('private-request/accepted', told);
  useSocketEvent('private-request/declined', told);
  useSocketEvent('private-request/cancelled', told);
  useSocketEvent('private-request/ended', told);
  useSocketEvent('private-request/billed', billed);
  const reread = useCallback(() => void mutate(), [mutate]);
  return { request: data === undefined ? undefined : (data.data[0] ?? null), error, reread, learn };
}
