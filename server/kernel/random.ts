/** The production sources of ids, secrets, random numbers and time. */
import { randomBytes, randomInt } from 'node:crypto';
import { v7 } from 'uuid';
import type { Random, Clock } from '../platform/context';

const secret_bytes = 32;

export const realRandom: Random = {
  id: () => v7(),
  secret: () => randomBytes(secret_bytes).toString('base64url'),
  below: (limit) => randomInt(limit),
};

export const realClock: Clock = { now: () => new Date(), steady_ms: () => performance.now() };
