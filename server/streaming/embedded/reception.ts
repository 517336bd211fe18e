/** What is known of the packets of one sender: which are missing and to be asked for, and how many were lost. */
import { unwrap } from './rtp';

const askAgain_ms = 50;
const asksMax = 8;
const patience_ms = 600;
/** A gap that is wider is no loss but a new beginning. */
const gapMax = 300;

interface Missing {
  asked: number;
  askedAt_ms: number;
  since_ms: number;
}

/** Follows the sequence numbers of one sender. */
export class Reception {
  private newest: number | null = null;
  private oldest = 0;
  private received = 0;
  private reported = { expected: 0, received: 0 };
  private readonly missing = new Map<number, Missing>();

  /** Takes a packet's number into account; answers its full number, or null for one that was there before. */
  take(sequence: number, now_ms: number): number | null {
    if (this.newest === null) {
      // Far from zero, so that what comes a little earlier has a place.
      this.newest = sequence + 0x10000;
      this.oldest = this.newest;
      this.received = 1;
      return this.newest;
    }
    const full = unwrap(sequence, this.newest);
    if (full <= this.newest) {
      if (!this.missing.delete(full)) return null;
      this.received += 1;
      return full;
    }
    const gap = full - this.newest;
    if (gap > gapMax) this.missing.clear();
    else
      for (let lost = this.newest + 1; lost < full; lost += 1)
        this.missing.set(lost, { asked: 0, askedAt_ms: -Infinity, since_ms: now_ms });
    this.newest = full;
    this.received += 1;
    return full;
  }

  /** Sequence numbers to ask the sender for now; `isLost`: something will not come, and only a whole picture helps. */
  due(now_ms: number): { ask: number[]; isLost: boolean } {
    const ask: number[] = [];
    let isLost = false;
    for (const [full, missing] of this.missing) {
      if (missing.asked >= asksMax || now_ms - missing.since_ms > patience_ms) {
        this.missing.delete(full);
        isLost = true;
      } else if (now_ms - missing.askedAt_ms >= askAgain_ms) {
        missing.asked += 1;
        missing.askedAt_ms = now_ms;
        ask.push(full & 0xffff);
      }
    }
    return { ask, isLost };
  }

  /** Figures since the last report, which this one becomes. */
  report(): { fractionLost: number; lost: number; newest: number } {
    const expected = this.newest === null ? 0 : this.newest - this.oldest + 1;
    const since = { expected: expected - this.reported.expected, received: this.received - this.reported.received };
    this.reported = { expected, received: this.received };
    const lostSince = Math.max(0, since.expected - since.received);
    return {
      fractionLost: since.expected > 0 ? Math.min(255, Math.floor((lostSince / since.expected) * 256)) : 0,
      lost: Math.max(0, expected - this.received),
      newest: this.newest ?? 0,
    };
  }
}
