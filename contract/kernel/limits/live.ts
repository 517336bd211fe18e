/** Limits of shows, of their chat and of private shows. */
import { day, hour, minute } from '../units';

export const stream = {
  titleLengthMax: 100,
  descriptionLengthMax: 500,
  price: { min: 1, max: 1000 },
  /** A show ends when the performer's video is missing for this long. */
  lostAfter_s: minute,
  /** Lifetime of the credentials for a video room. */
  credentials_s: hour,
  /** Lifetime of the credentials for the connection test before a show. */
  connectionTest_s: minute,
  viewersEvery_ms: 2000,
  tipMenuMax: 30,
  menuTitleLengthMax: 60,
  goalTitleLengthMax: 100,
  /** Size of an SDP body. */
  sdp_bytes: 65_536,
} as const;
export const ticket = {
  capacityMax: 100_000,
  /** A show with tickets can start at most this long before its time: fans come at the time they paid for. */
  startsEarly_min: 15,
} as const;
export const streamChat = {
  nameLengthMax: 100,
  textLengthMax: 300,
  slowMode_s_max: 120,
  wordsMax: 200,
  wordLengthMax: 50,
  moderatorsMax: 20,
  /** Chat messages that a viewer receives on joining. */
  joinHistoryMax: 50,
  /** The interval at which messages of a show are sent together. */
  batch_ms: 100,
  mute_s_max: 365 * day,
} as const;
export const privateShow = {
  minutePrice: { min: 0.5, max: 100 },
  minimumMinutes: { min: 1, max: 60 },
  noteLengthMax: 300,
  /** An unanswered request lapses after this long; an accepted one ends if the two have not connected by then. */
  lapses_s: minute,
  /** Both are notified this many minutes before the balance is spent. */
  warning_min: 2,
} as const;
