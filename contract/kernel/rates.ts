/** Rate limits. */
import { day, hour, minute } from './units';

/** `points` calls in `duration_s`, counted per account (for guests per IP address) unless the caller passes another key. */
export const rates = {
  general: { points: 300, duration_s: minute },
  signInName: { points: 10, duration_s: 15 * minute },
  signInAddress: { points: 30, duration_s: 15 * minute },
  passkeyOptions: { points: 60, duration_s: 15 * minute },
  register: { points: 5, duration_s: hour },
  forgot: { points: 5, duration_s: hour },
  verification: { points: 5, duration_s: hour },
  contact: { points: 5, duration_s: hour },
  addressChange: { points: 5, duration_s: day },
  search: { points: 60, duration_s: minute },
  charge: { points: 60, duration_s: minute },
  upload: { points: 300, duration_s: day },
  comment: { points: 20, duration_s: minute },
  message: { points: 60, duration_s: minute },
  messageReaction: { points: 120, duration_s: minute },
  massMessage: { points: 20, duration_s: day },
  streamMessage: { points: 120, duration_s: minute },
  liveTrial: { points: 60, duration_s: hour },
  privateRequest: { points: 30, duration_s: hour },
  auditCheck: { points: 6, duration_s: hour },
  report: { points: 20, duration_s: day },
  invitation: { points: 20, duration_s: day },
  appealLink: { points: 60, duration_s: hour },
  appealMail: { points: 5, duration_s: hour },
  export: { points: 5, duration_s: day },
} as const;
export type RateName = keyof typeof rates;
