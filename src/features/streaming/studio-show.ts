/** The own show as the studio knows it: what the host answers, and what it says since. */
import type { Stamped } from '@contract/kernel/events';
import { useCallback } from 'react';
import { isRunning } from '@web/lib/running-show';
import type { AnswerOf } from '@web/services/call';
import { useChangeAnswer, useEndpoint } from '@web/services/use-endpoint';
import { unstamped, useSocketEvent } from '@web/realtime/socket-events';

export type OwnShow = AnswerOf<'GET /streaming/mine'>;
export type OwnStream = OwnShow['stream'];

/** What the socket did not say is learnt within this time. */
const reread_ms = 15_000;

export interface KnownShow {
  show: OwnShow | undefined;
  error: unknown;
  reread: () => Promise<void>;
  /** What an answer said of the stream, at once. */
  learn: (changes: Partial<OwnStream>) => Promise<void>;
}

export function useOwnShow(): KnownShow {
  const { data, error, mutate } = useEndpoint(
    'GET /streaming/mine',
    {},
    { refreshInterval: (known) => (known && isRunning(known.stream) ? reread_ms : 0) },
  );
  const changeAnswer = useChangeAnswer('GET /streaming/mine', {});
  const id = data?.stream._id;
  const reread = useCallback(async () => {
    await mutate();
  }, [mutate]);
  const learn = useCallback(
    (changes: Partial<OwnStream>) => changeAnswer((known) => ({ ...known, stream: { ...known.stream, ...changes } })),
    [changeAnswer],
  );
  const informed = useCallback(
    (info: Stamped<'stream/info-changed'>) => {
      if (info._id === id) void learn(unstamped(info));
    },
    [id, learn],
  );
  const counted = useCallback(
    ({ streamId, viewers }: Stamped<'stream/viewers'>) => {
      if (streamId === id) void learn({ viewers });
    },
    [id, learn],
  );
  const turned = useCallback(
    ({ streamId }: Stamped<'stream/started' | 'stream/ended'>) => {
      if (streamId === id) void reread();
    },
    [id, reread],
  );
  useSocketEvent('stream/info-changed', informed);
  useSocketEvent('stream/viewers', counted);
  useSocketEvent('stream/started', turned);
  useSocketEvent('stream/ended', turned);
  return { show: data, error, reread, learn };
}
