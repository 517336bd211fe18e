/** Whether a show is active. */
import type { StreamStatus } from '@contract/kernel/values/live';

interface Session {
  status: StreamStatus;
  /** Null until the first show. */
  sessionId: string | null;
}

/** True also while the show waits for its first video frame. */
export const isRunning = ({ status, sessionId }: Session): boolean => sessionId !== null && status !== 'ended';
