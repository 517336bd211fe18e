/** Whether a show runs. */
import type { StreamStatus } from '@contract/values';

interface Session {
  status: StreamStatus;
  /** Null until the first show. */
  sessionId: string | null;
}

/** Also while it waits for its first picture. */
export const isRunning = ({ status, sessionId }: Session): boolean => sessionId !== null && status !== 'ended';
