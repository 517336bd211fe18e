/** When a publisher is asked for a whole picture: soon for whoever waits, and never more often than the limit. */
import { liveLimits } from './limits';

const window_ms = 1_000;
/** A request may be lost: as long as somebody waits, it is made again. */
const again_ms = 600;

export class KeyFrames {
  private readonly askedAt_ms: number[] = [];
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
    while (this.askedAt_ms[0] !== undefined && now_ms - this.askedAt_ms[0] >= window_ms) this.askedAt_ms.shift();
    if (this.askedAt_ms.length >= liveLimits.keyFramesPerSecond) return false;
    this.askedAt_ms.push(now_ms);
    this.isWanted = false;
    this.repeatFrom_ms = now_ms + again_ms;
    return true;
  }
}
