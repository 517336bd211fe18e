/** Decides when to request a key frame from the publisher: as soon as a viewer needs one, but never more often than the limit. */
import { sfuLimits } from './limits';

const interval_ms = 1_000 / sfuLimits.keyFrameRequestsPerSecond;
/** A request may be lost: it is repeated after this time until a key frame arrives. */
const retry_ms = 600;

export class KeyFrameRequests {
  private sentAt_ms = -Infinity;
  private isRequested = false;
  private retryAt_ms = Infinity;

  /** Requests a key frame; `due` says when to send the request. */
  request(): void {
    this.isRequested = true;
  }

  /** A key frame has arrived. */
  received(): void {
    this.retryAt_ms = Infinity;
  }

  /** Whether to send a request now; if so, counts it as sent. */
  due(now_ms: number): boolean {
    if (!this.isRequested && now_ms < this.retryAt_ms) return false;
    if (now_ms - this.sentAt_ms < interval_ms) return false;
    this.sentAt_ms = now_ms;
    this.isRequested = false;
    this.retryAt_ms = now_ms + retry_ms;
    return true;
  }
}

/** A key frame younger than this is sent to a new viewer with everything since: the limit may not allow another request yet. */
export const freshKeyFrameAge_ms = interval_ms;
