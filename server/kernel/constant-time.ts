/** Constant-time comparison of secrets and signatures. */
import { timingSafeEqual } from 'node:crypto';

/** Whether `candidate` equals the secret. */
export function isSameSecret(candidate: string, secret: string): boolean {
  const [left, right] = [Buffer.from(candidate), Buffer.from(secret)];
  return left.length === right.length && timingSafeEqual(left, right);
}
