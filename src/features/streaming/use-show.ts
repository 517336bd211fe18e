/** A show as it is now for whoever is signed in: as the host answers it, and what is told of it since. */
import type { Stamped } from '@contract/kernel/events';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '@web/services/call';
import type { Refused } from '@web/services/api-error';
import { useChangeAnswer, useEndpoint } from '@web/services/use-endpoint';
import { useAccountId, useSocketStatus } from '@web/session/store/hooks';
import { unstamped, useSocketEvent } from '@web/realtime/socket-events';
import { showRead } from './reads';
import type { Stream } from './show';

type Answer = AnswerOf<'GET /streaming/join/:id'>;

/** Refusals that say no more than that nothing runs. */
const isNotRunning = ({ error }: Refused): boolean => error === 'stream_offline' || error === 'stream_not_found';

/** A show that the viewer is not in is looked for this often: no event tells of it. */
export const outside_ms = 15_000;

export interface Show {
  answer: Answer | undefined;
  /** Why it could not be read; `stream_offline` where none runs. */
  error: Refused | undefined;
  /** None runs now. */
  isOver: boolean;
  /** The right to watch was taken away meanwhile. */
  isPutOut: boolean;
  reread: () => Promise<unknown>;
}

/** The show of a performer, by her id or username. */
export function useShow(idOrName: string | null): Show {
  const viewerId = useAccountId();
  const [isPutOut, setPutOut] = useState(false);
  const input = idOrName === null ? null : showRead(idOrName);
  const { data, error, mutate } = useEndpoint('GET /streaming/join/:id', input, {
    // What happens while one watches is told; coming back to the window must not ask for all of it again.
    refreshInterval: (known) => (known?.stream.canWatch === false ? outside_ms : 0),
  });
  const stream = data?.stream;
  const id = stream?._id;
  const performerId = stream?.performer._id;
  const isOver = stream?.status === 'ended' || (error !== undefined && isNotRunning(error));

  const changeAnswer = useChangeAnswer('GET /streaming/join/:id', input);
  const patch = useCallback(
    (change: (known: Stream) => Partial<Stream>) =>
      void changeAnswer((known) => ({ ...known, stream: { ...known.stream, ...change(known.stream) } })),
    [changeAnswer],
  );
  const infoChanged = useCallback(
    (news: Stamped<'stream/info-changed'>) => {
      if (news._id !== id) return;
      // Of its performer it says what everybody may know: whether somebody follows her is not in it.
      patch(({ performer }) => ({ ...unstamped(news), performer }));
    },
    [id, patch],
  );
  useSocketEvent('stream/info-changed', infoChanged);
  const counted = useCallback(
    (news: Stamped<'stream/viewers'>) => news.streamId === id && patch(() => ({ viewers: news.viewers })),
    [id, patch],
  );
  useSocketEvent('stream/viewers', counted);
  const started = useCallback(
    // The refusal of a show that does not run does not say whose it is.
    (news: Stamped<'stream/started'>) => (performerId ?? news.performerId) === news.performerId && void mutate(),
    [mutate, performerId],
  );
  useSocketEvent('stream/started', started);
  const ended = useCallback(
    (news: Stamped<'stream/ended'>) =>
      news.streamId === id && patch(() => ({ status: 'ended', isStreaming: false, endReason: news.reason })),
    [id, patch],
  );
  useSocketEvent('stream/ended', ended);
  const left = useCallback(
    (news: Stamped<'stream/left'>) => {
      if (news.streamId !== id || news.accountId !== viewerId || news.reason !== 'revoked') return;
      setPutOut(true);
      patch(() => ({ canWatch: false }));
      void mutate();
    },
    [id, viewerId, patch, mutate],
  );
  useSocketEvent('stream/left', left);
  const settled = useCallback((news: Stamped<'charge/settled'>) => news.type === 'stream' && void mutate(), [mutate]);
  useSocketEvent('charge/settled', settled);
  const subscribed = useCallback(
    (news: Stamped<'subscription/changed'>) => news.performer._id === performerId && void mutate(),
    [mutate, performerId],
  );
  useSocketEvent('subscription/changed', subscribed);

  const status = useSocketStatus();
  const wasAway = useRef(false);
  useEffect(() => {
    if (status === 'disconnect' || status === 'reconnecting') wasAway.current = true;
    if (status !== 'connected' || !wasAway.current) return;
    wasAway.current = false;
    void mutate();
  }, [status, mutate]);

  return { answer: data, error, isOver, isPutOut: isPutOut && stream?.canWatch === false, reread: mutate };
}
