/** The performer's own show in the studio: as loaded, and updated by socket events. */
import type { Stamped } from '@contract/kernel/events';
import { useCallback } from 'react';
import { isRunning } from '@web/lib/running-show';
import type { ResponseOf } from '@web/services/call';
import { useUpdateResponse, useEndpoint } from '@web/services/use-endpoint';
import { unstamped, useSocketEvent } from '@web/realtime/socket-events';

export type OwnShow = ResponseOf<'GET /streaming/mine'>;
export type OwnStream = OwnShow['stream'];

/** Polling interval that covers missed socket events. */
const pollInterval_ms = 15_000;

/** Whether the show is running, or waiting for the consent of someone who appears in it. */
const mayChange = ({ stream, people }: OwnShow): boolean => isRunning(stream) || people.some(({ consent }) => consent === 'asked');

export interface OwnShowState {
  show: OwnShow | undefined;
  error: unknown;
  reload: () => Promise<void>;
  /** Merges a stream returned by the API into the cached show, without a reload. */
  applyUpdate: (changes: Partial<OwnStream>) => Promise<void>;
}

export function useOwnShow(): OwnShowState {
  const { data, error, mutate } = useEndpoint(
    'GET /streaming/mine',
    {},
    { refreshInterval: (cached) => (cached && mayChange(cached) ? pollInterval_ms : 0) },
  );
  const updateResponse = useUpdateResponse('GET /streaming/mine', {});
  const id = data?.stream._id;
  const reload = useCallback(async () => {
    await mutate();
  }, [mutate]);
  const applyUpdate = useCallback(
    (changes: Partial<OwnStream>) => updateResponse((cached) => ({ ...cached, stream: { ...cached.stream, ...changes } })),
    [updateResponse],
  );
  const handleInfo = useCallback(
    (info: Stamped<'stream/info-changed'>) => {
      if (info._id === id) void applyUpdate(unstamped(info));
    },
    [id, applyUpdate],
  );
  const handleViewers = useCallback(
    ({ streamId, viewers }: Stamped<'stream/viewers'>) => {
      if (streamId === id) void applyUpdate({ viewers });
    },
    [id, applyUpdate],
  );
  const handleStatus = useCallback(
    ({ streamId }: Stamped<'stream/started' | 'stream/ended' | 'stream/people-changed'>) => {
      if (streamId === id) void reload();
    },
    [id, reload],
  );
  useSocketEvent('stream/info-changed', handleInfo);
  useSocketEvent('stream/viewers', handleViewers);
  useSocketEvent('stream/started', handleStatus);
  useSocketEvent('stream/ended', handleStatus);
  useSocketEvent('stream/people-changed', handleStatus);
  return { show: data, error, reload, applyUpdate };
}
