/** Comparing secrets and signatures without telling by the time how much of one was right. */
import { timingSafeEqual } from 'node:crypto';

/** Whether what was given is the secret, to the letter. */
export function isSameSecret(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
