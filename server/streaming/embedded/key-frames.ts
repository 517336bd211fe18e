/** When a publisher is asked for a whole picture: soon for whoever waits, and never more often than the limit. */
import { liveLimits } from './limits';

const spacing_ms = 1_000 / liveLimits.keyFramesPerSecond;
/** A request may be lost: as long as somebody waits, it is made again. */
const again_ms = 600;

export class KeyFrames {
  private askedAt_ms = -Infinity;
  private isWanted = false;
  private repeatFrom_ms = Infinity;

  /** Somebody needs a whole picture; it is asked for at the next `due`. */
  want(): void {
    this.isWanted = true;
  }

  /** One has come. */
  came(): void {
    this.repeatFrom_ms = Infinity;
  }

  /** Whether to ask now. */
  due(now_ms: number): boolean {
    if (!this.isWanted && now_ms < this.repeatFrom_ms) return false;
    if (now_ms - this.askedAt_ms < spacing_ms) return false;
    this.askedAt_ms = now_ms;
    this.isWanted = false;
    this.repeatFrom_ms = now_ms + again_ms;
    return true;
  }
}

/** A whole picture that is younger is sent to a newcomer again, with all since: another may not be asked for yet. */
export const freshKeyFrame_ms = spacing_ms;
