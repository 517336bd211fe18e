/** Whether a show is active. */
import type { StreamStatus } from '@contract/kernel/values/live';

interface StreamSession {
  status: StreamStatus;
  /** Null until the first show. */
  sessionId: string | null;
}

/** True also while the show waits for its first video frame. */
export const isRunning = ({ status, sessionId }: StreamSession): boolean => sessionId !== null && status !== 'ended';
