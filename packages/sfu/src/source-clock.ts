/**
 * Maps the RTP timestamps of a sender's audio and video to capture times on the engine's clock. Timestamps give the distance between
 * packets, and the first arrival gives the origin. Sender reports only synchronize the two kinds: a report is ignored when the arrival
 * of packets contradicts it. GStreamer 1.22 sends reports whose clock runs at another speed than that of its
 * packets: when reports were trusted, recordings of a minute and a half became seven seconds long.
 */
import { clockRates, timestampsBetween } from './rtp';
import type { MediaKind } from './rtp';

interface Anchor {
  timestamp: number;
  at_ms: number;
}

/** Computer clocks drift by a tenth of this. A clock that runs faster or slower is wrong. */
const drift_max = 0.001;
/** A sender's clock is used once its reports have kept pace with ours for this long. */
const steadyAfter_ms = 2_000;
/** The largest difference in network delay between two reports. */
const jitter_ms_max = 100;
/** The largest delay from capture to arrival that a single report may claim: the time for encoding. */
const encodingDelay_ms_max = 300;
/** The same for two reports that agree within `agreement_ms`: encoders with look-ahead take longer. */
const agreedDelay_ms_max = 1_000;
const agreement_ms = 30;
/** A rejected report counts as wrong only when it would have moved the packets by more than this. */
const wrongShift_ms_min = 500;
/** Networks delay a report or two by up to this. */
const reportDelay_ms_max = 2_000;
/** After this many wrong reports in a row, the clock counts as skewed. */
const wrongReports_max = 3;
/** No network delays a packet by this much: the sender's timestamps have jumped. */
const jump_ms = 10_000;
/** The fastest packet in this window gives the delay of all; slower ones were queued. */
const latenessWindow_ms = 1_000;

/** Maps the timestamps of one kind to times. */
class KindTimeline {
  /** The newest packet and its uncorrected time. */
  private anchor: Anchor;
  /** Whether `shift_ms` comes from a sender report. */
  isCorrected = false;
  /** The shift of the last report, minus the lateness of packets. */
  excess_ms: number | null = null;
  private minLateness: { since_ms: number; current_ms: number; previous_ms: number };

  constructor(
    private readonly clockRate: number,
    timestamp: number,
    now_ms: number,
    /** The correction that is added to the time from timestamps. */
    public shift_ms: number,
  ) {
    this.anchor = { timestamp, at_ms: now_ms };
    this.minLateness = { since_ms: now_ms, current_ms: 0, previous_ms: 0 };
  }

  /** The capture time of an arriving packet. */
  place(timestamp: number, now_ms: number): number {
    let at_ms = this.uncorrected(timestamp);
    if (Math.abs(now_ms - at_ms) > jump_ms) {
      at_ms = now_ms;
      this.anchor = { timestamp, at_ms };
      this.minLateness = { since_ms: now_ms, current_ms: 0, previous_ms: 0 };
    } else if (timestampsBetween(this.anchor.timestamp, timestamp) > 0) this.anchor = { timestamp, at_ms };
    this.trackLateness(now_ms - at_ms, now_ms);
    return at_ms + this.shift_ms;
  }

  /** The time of a timestamp without correction by reports. */
  uncorrected(timestamp: number): number {
    return this.anchor.at_ms + (timestampsBetween(this.anchor.timestamp, timestamp) / this.clockRate) * 1000;
  }

  get newest(): Anchor {
    return { timestamp: this.anchor.timestamp, at_ms: this.anchor.at_ms + this.shift_ms };
  }

  /** The least time by which packets arrived after their uncorrected time, in the last one to two seconds. */
  get lateness_ms(): number {
    return Math.min(this.minLateness.current_ms, this.minLateness.previous_ms);
  }

  private trackLateness(late_ms: number, now_ms: number): void {
    if (now_ms - this.minLateness.since_ms > latenessWindow_ms)
      this.minLateness = { since_ms: now_ms, current_ms: late_ms, previous_ms: this.minLateness.current_ms };
    else this.minLateness.current_ms = Math.min(this.minLateness.current_ms, late_ms);
  }
}

export class SourceClock {
  private readonly timelines: Partial<Record<MediaKind, KindTimeline>> = {};
  /** The report with which the sender's clock is compared to ours. */
  private base: { ntp_ms: number; at_ms: number } | null = null;
  private isSteady = false;
  /** The shift of the first accepted report. It is subtracted from later shifts, as only the difference between kinds matters. */
  private baseline_ms: number | null = null;
  private wrongReports = 0;

  /** The last reports of this sender contradict its packets and were ignored. */
  get isSkewed(): boolean {
    return this.wrongReports >= wrongReports_max;
  }

  /** Reports have synchronized all kinds that are sent. */
  get isInSync(): boolean {
    return Object.values(this.timelines).every(({ isCorrected }) => isCorrected);
  }

  /** The current correction of a kind from reports, in milliseconds. Earlier packets may have been corrected by another value. */
  shiftOf(kind: MediaKind): number {
    return this.timelines[kind]?.shift_ms ?? 0;
  }

  /** The capture time of an arriving packet, in milliseconds. The first packet of a kind is taken as captured now. */
  captureTime(kind: MediaKind, timestamp: number, now_ms: number): number {
    // Audio that starts after video was corrected: it arrives right after capture, and video does not.
    const shift_ms = kind === 'audio' && this.baseline_ms !== null ? -this.baseline_ms : 0;
    return (this.timelines[kind] ??= new KindTimeline(clockRates[kind], timestamp, now_ms, shift_ms)).place(timestamp, now_ms);
  }

  /**
   * Processes a sender report: the sender's clock (`ntp_ms`) at a timestamp. Returns the newest packet of the kind with its time, null
   * before the first packet.
   */
  report(kind: MediaKind, timestamp: number, ntp_ms: number, now_ms: number): Anchor | null {
    const timeline = this.timelines[kind];
    if (!timeline) return null;
    if (this.updateSteadiness(ntp_ms, now_ms)) this.correct(timeline, timestamp, ntp_ms, now_ms);
    return timeline.newest;
  }

  /** Compares the sender's clock with ours. Returns whether it has kept pace for long enough. */
  private updateSteadiness(ntp_ms: number, now_ms: number): boolean {
    this.base ??= { ntp_ms, at_ms: now_ms };
    const passed_ms = now_ms - this.base.at_ms;
    const late_ms = passed_ms - (ntp_ms - this.base.ntp_ms);
    if (Math.abs(late_ms) <= jitter_ms_max + drift_max * passed_ms) {
      // Compare with the fastest of the first reports.
      if (!this.isSteady && late_ms < 0) this.base.ntp_ms -= late_ms;
      this.isSteady ||= passed_ms >= steadyAfter_ms;
      return this.isSteady;
    }
    // A late report may be a delay of the network, which affects packets too. An early report is wrong.
    if (late_ms < 0 || late_ms > reportDelay_ms_max) this.wrongReports += 1;
    if (late_ms < 0 || this.isSkewed) {
      this.base = { ntp_ms, at_ms: now_ms };
      this.isSteady = false;
    }
    return false;
  }

  /** Corrects the times of a kind by the report, unless the arrival of packets contradicts it. */
  private correct(timeline: KindTimeline, timestamp: number, ntp_ms: number, now_ms: number): void {
    if (!this.base) return;
    const { base } = this;
    const shift_ms = base.at_ms + (ntp_ms - base.ntp_ms) - timeline.uncorrected(timestamp);
    const previous_ms = timeline.excess_ms;
    const excess_ms = shift_ms - timeline.lateness_ms;
    timeline.excess_ms = excess_ms;
    const isAgreed = previous_ms !== null && Math.abs(excess_ms - previous_ms) <= agreement_ms;
    if (Math.abs(excess_ms) > (isAgreed ? agreedDelay_ms_max : encodingDelay_ms_max) + drift_max * (now_ms - base.at_ms)) {
      if (Math.abs(shift_ms - (this.baseline_ms ?? 0) - timeline.shift_ms) > wrongShift_ms_min) this.wrongReports += 1;
      return;
    }
    this.wrongReports = 0;
    this.baseline_ms ??= shift_ms;
    timeline.shift_ms = shift_ms - this.baseline_ms;
    timeline.isCorrected = true;
  }
}
