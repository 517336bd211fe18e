/** The show for a signed-in viewer: as loaded, and updated by socket events. */
import type { Stamped } from '@contract/kernel/events';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ResponseOf } from '@web/services/call';
import type { ApiError } from '@web/services/api-error';
import { useUpdateResponse, useEndpoint } from '@web/services/use-endpoint';
import { useAccountId, useSocketStatus } from '@web/session/store/hooks';
import { unstamped, useSocketEvent } from '@web/realtime/socket-events';
import { showRequest } from '../requests';
import type { Stream } from '../store/show';

type JoinResponse = ResponseOf<'GET /streaming/join/:id'>;

/** Whether the error only means that no show is running. */
const isNotRunning = ({ error }: ApiError): boolean => error === 'stream_offline' || error === 'stream_not_found';

/** Polling interval for viewers who receive no events of the show: guests, and viewers without access or before it starts. */
export const pollWithoutEvents_ms = 15_000;

export interface Show {
  response: JoinResponse | undefined;
  /** Why it could not be loaded; `stream_offline` when none is running. */
  error: ApiError | undefined;
  /** No show is running. */
  isOver: boolean;
  /** The viewer has lost access while watching. */
  hasLostAccess: boolean;
  reload: () => Promise<unknown>;
}

/** The show of a performer, by id or username. */
export function useShow(idOrName: string | null): Show {
  const viewerId = useAccountId();
  const [hasLostAccess, setLostAccess] = useState(false);
  const input = idOrName === null ? null : showRequest(idOrName);
  const { data, error, mutate } = useEndpoint('GET /streaming/join/:id', input, {
    // Events keep a watched show up to date; returning to the window must not reload all of it.
    refreshInterval: (cached) => (cached?.stream.canWatch === false ? pollWithoutEvents_ms : 0),
  });
  const stream = data?.stream;
  const id = stream?._id;
  const performerId = stream?.performer._id;
  const isOver = stream?.status === 'ended' || (error !== undefined && isNotRunning(error));

  const updateResponse = useUpdateResponse('GET /streaming/join/:id', input);
  const patch = useCallback(
    (change: (cached: Stream) => Partial<Stream>) =>
      void updateResponse((cached) => ({ ...cached, stream: { ...cached.stream, ...change(cached.stream) } })),
    [updateResponse],
  );
  const handleInfo = useCallback(
    (event: Stamped<'stream/info-changed'>) => {
      if (event._id !== id) return;
      // The event is the same for all viewers, so it lacks `isFollowed`.
      patch(({ performer }) => ({ ...unstamped(event), performer }));
    },
    [id, patch],
  );
  useSocketEvent('stream/info-changed', handleInfo);
  const handleViewers = useCallback(
    (event: Stamped<'stream/viewers'>) => event.streamId === id && patch(() => ({ viewers: event.viewers })),
    [id, patch],
  );
  useSocketEvent('stream/viewers', handleViewers);
  const handleStarted = useCallback(
    // The error for a show that is not running does not name its performer.
    (event: Stamped<'stream/started'>) => (performerId ?? event.performerId) === event.performerId && void mutate(),
    [mutate, performerId],
  );
  useSocketEvent('stream/started', handleStarted);
  const handleEnded = useCallback(
    (event: Stamped<'stream/ended'>) =>
      event.streamId === id && patch(() => ({ status: 'ended', isStreaming: false, endReason: event.reason })),
    [id, patch],
  );
  useSocketEvent('stream/ended', handleEnded);
  const handlePeople = useCallback((event: Stamped<'stream/people-changed'>) => event.streamId === id && void mutate(), [id, mutate]);
  useSocketEvent('stream/people-changed', handlePeople);
  const handleLeft = useCallback(
    (event: Stamped<'stream/left'>) => {
      if (event.streamId !== id || event.accountId !== viewerId || event.reason !== 'revoked') return;
      setLostAccess(true);
      patch(() => ({ canWatch: false }));
      void mutate();
    },
    [id, viewerId, patch, mutate],
  );
  useSocketEvent('stream/left', handleLeft);
  const handleCharge = useCallback((event: Stamped<'charge/settled'>) => event.type === 'stream' && void mutate(), [mutate]);
  useSocketEvent('charge/settled', handleCharge);
  const handleSubscription = useCallback(
    (event: Stamped<'subscription/changed'>) => event.performer._id === performerId && void mutate(),
    [mutate, performerId],
  );
  useSocketEvent('subscription/changed', handleSubscription);

  const status = useSocketStatus();
  const wasDisconnected = useRef(false);
  useEffect(() => {
    if (status === 'disconnect' || status === 'reconnecting') wasDisconnected.current = true;
    if (status !== 'connected' || !wasDisconnected.current) return;
    wasDisconnected.current = false;
    void mutate();
  }, [status, mutate]);

  return { response: data, error, isOver, hasLostAccess: hasLostAccess && stream?.canWatch === false, reload: mutate };
}
