/** The pictures of a show. The engine's code comes with the first show that somebody watches. */
import { useEffect, useState } from 'react';
import type { LiveState, Watching } from '@web/lib/live/live';
import { Refused } from '@web/services/refused';
import { streamingService } from '@web/services/streaming.service';

/** `failed`: the host gave nothing to come in with, or the engine's code did not come. */
export type PictureState = LiveState | 'failed';

export interface Pictures {
  /** For the `srcObject` of a video; null until there is something to connect. */
  media: MediaStream | null;
  state: PictureState;
  retry: () => void;
}

export const canShowPictures = (): boolean => typeof RTCPeerConnection !== 'undefined';

/** What lets a viewer in; null when she has no right to it any more. */
async function credentialsOf(streamId: string) {
  try {
    return await streamingService.credentials({ streamId, role: 'viewer' });
  } catch (thrown) {
    if (thrown instanceof Refused && thrown.statusCode >= 400 && thrown.statusCode < 500 && thrown.statusCode !== 429) return null;
    throw thrown;
  }
}

async function open(streamId: string): Promise<Watching | null> {
  const [{ watch }, credentials] = await Promise.all([import('@web/lib/live/live'), credentialsOf(streamId)]);
  return credentials && watch(credentials, { renew: () => credentialsOf(streamId) });
}

const nothing: Omit<Pictures, 'retry'> = { media: null, state: 'connecting' };

/** Watches the session of a show for as long as `isWanted`. */
export function usePictures({
  streamId,
  sessionId,
  isWanted,
}: {
  streamId: string;
  sessionId: string | null;
  isWanted: boolean;
}): Pictures {
  const [held, setHeld] = useState(nothing);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    let close = (): void => undefined;
    const begin = async (): Promise<void> => {
      const watching = await open(streamId).catch(() => undefined);
      if (isGone) return void watching?.close();
      if (!watching) {
        setHeld({ media: null, state: watching === null ? 'refused' : 'failed' });
        return;
      }
      const stop = watching.onState((state) => setHeld({ media: watching.stream, state }));
      close = () => {
        stop();
        void watching.close();
      };
    };
    void begin();
    return () => {
      isGone = true;
      close();
      setHeld(nothing);
    };
  }, [streamId, sessionId, isWanted, tries]);
  return { ...held, retry: () => setTries((count) => count + 1) };
}
