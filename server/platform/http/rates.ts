/** Rate limits per account, address or username. All processes share them if Redis is configured. */
import type { RedisClientType } from 'redis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { rates, type RateName } from '@contract/kernel/rates';
import { fail } from '../../kernel/api-error';

export interface RateLimiter {
  /** Counts a call of `subject`; throws too_many_requests with the seconds to wait if the limit is exceeded. */
  consume(name: RateName, subject: string): Promise<void>;
}

/** Builds the rate limits of the contract, each multiplied by `factor`. */
export function createRateLimiter(factor: number, redis: RedisClientType | null): RateLimiter {
  const limiters = new Map<RateName, RateLimiterAbstract>();
  for (const [name, { points, duration_s }] of Object.entries(rates) as [RateName, (typeof rates)[RateName]][]) {
    const rule = { keyPrefix: `rate:${name}`, points: Math.ceil(points * factor), duration: duration_s };
    const memory = new RateLimiterMemory(rule);
    limiters.set(
      name,
      redis ? new RateLimiterRedis({ ...rule, storeClient: redis, useRedisPackage: true, insuranceLimiter: memory }) : memory,
    );
  }
  return {
    consume: async (name, subject) => {
      try {
        await limiters.get(name)?.consume(subject);
      } catch (error) {
        if (error instanceof RateLimiterRes) fail('too_many_requests', { retryAfter_s: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) });
        throw error;
      }
    },
  };
}
