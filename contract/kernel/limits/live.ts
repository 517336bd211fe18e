/** Limits of shows, of their chat and of private shows. */
import { day, hour, minute } from '../units';

export const stream = {
  titleLengthMax: 100,
  descriptionLengthMax: 500,
  price: { min: 1, max: 1000 },
  /** A show whose performer's picture stays away so long has ended. */
  lostAfter_s: minute,
  /** What lets somebody into a room of pictures is good for so long. */
  credentials_s: hour,
  viewersEvery_ms: 2000,
  tipMenuMax: 30,
  menuTitleLengthMax: 60,
  goalTitleLengthMax: 100,
  /** What a browser and an engine tell each other about a connection. */
  sdp_bytes: 65_536,
} as const;
export const streamChat = {
  nameLengthMax: 100,
  textLengthMax: 300,
  slowMode_s_max: 120,
  wordsMax: 200,
  wordLengthMax: 50,
  moderatorsMax: 20,
  /** Messages that whoever comes finds in the chat. */
  joinedWith: 50,
  /** Messages of a show leave together, so often. */
  batch_ms: 100,
  mute_s_max: 365 * day,
} as const;
export const privateShow = {
  minutePrice: { min: 0.5, max: 100 },
  minimumMinutes: { min: 1, max: 60 },
  noteLengthMax: 300,
  /** An unanswered request lapses after this long; an accepted one ends when the two do not meet for as long. */
  lapses_s: minute,
  /** So many minutes before the balance ends both are told. */
  warning_min: 2,
} as const;
