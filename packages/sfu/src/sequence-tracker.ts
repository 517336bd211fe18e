/** Tracks which packets of one sender are missing, when to send NACKs for them, and how many were lost. */
import { unwrap } from './rtp';

const nackInterval_ms = 50;
const nacksMax = 8;
const giveUp_ms = 600;
/** A wider gap is a restart of the sequence, not a loss. */
const gapMax = 300;

interface Missing {
  nacks: number;
  nackedAt_ms: number;
  since_ms: number;
}

/** The sequence numbers of one sender. */
export class SequenceTracker {
  private newest: number | null = null;
  private oldest = 0;
  private received = 0;
  private lastReport = { expected: 0, received: 0 };
  private readonly missing = new Map<number, Missing>();

  /** `after`: the newest unwrapped number of the same sender before packets were dropped; later numbers are higher. */
  constructor(private readonly after: number | null = null) {}

  /** The newest unwrapped number received; null before the first. */
  get last(): number | null {
    return this.newest ?? this.after;
  }

  /** Records a received sequence number. Returns the unwrapped number, or null for a duplicate. */
  receive(sequence: number, now_ms: number): number | null {
    if (this.newest === null) {
      this.newest = this.firstNumber(sequence);
      this.oldest = this.newest;
      this.received = 1;
      return this.newest;
    }
    const number = unwrap(sequence, this.newest);
    if (number <= this.newest) {
      if (!this.missing.delete(number)) return null;
      this.received += 1;
      return number;
    }
    const gap = number - this.newest;
    if (gap > gapMax) this.missing.clear();
    else
      for (let lost = this.newest + 1; lost < number; lost += 1)
        this.missing.set(lost, { nacks: 0, nackedAt_ms: -Infinity, since_ms: now_ms });
    this.newest = number;
    this.received += 1;
    return number;
  }

  private firstNumber(sequence: number): number {
    // Far from zero, so that reordered earlier packets do not get negative numbers.
    if (this.after === null) return sequence + 0x10000;
    const unwrapped = unwrap(sequence, this.after);
    return unwrapped > this.after ? unwrapped : unwrapped + 0x10000;
  }

  /** `nack`: sequence numbers to request now. `isLost`: a packet was given up, and only a key frame repairs the video. */
  due(now_ms: number): { nack: number[]; isLost: boolean } {
    const nack: number[] = [];
    let isLost = false;
    for (const [number, missing] of this.missing) {
      if (missing.nacks >= nacksMax || now_ms - missing.since_ms > giveUp_ms) {
        this.missing.delete(number);
        isLost = true;
      } else if (now_ms - missing.nackedAt_ms >= nackInterval_ms) {
        missing.nacks += 1;
        missing.nackedAt_ms = now_ms;
        nack.push(number & 0xffff);
      }
    }
    return { nack, isLost };
  }

  /** Loss statistics for a receiver report; `fractionLost` counts since the previous call. */
  lossReport(): { fractionLost: number; lost: number; newest: number } {
    const expected = this.newest === null ? 0 : this.newest - this.oldest + 1;
    const since = { expected: expected - this.lastReport.expected, received: this.received - this.lastReport.received };
    this.lastReport = { expected, received: this.received };
    const lostSince = Math.max(0, since.expected - since.received);
    return {
      fractionLost: since.expected > 0 ? Math.min(255, Math.floor((lostSince / since.expected) * 256)) : 0,
      lost: Math.max(0, expected - this.received),
      newest: this.newest ?? 0,
    };
  }
}
