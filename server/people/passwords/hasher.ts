/** Hashing of password digests with argon2id. Each hash contains its parameters. */
import { hash, verify } from '@node-rs/argon2';
import { lazy } from '../../kernel/lazy';

export interface PasswordHasher {
  hash(digest: string): Promise<string>;
  /** Compares with the hash. Without a hash the result is false and takes equally long. */
  verify(passwordHash: string | null, digest: string): Promise<boolean>;
}

export interface HashingCost {
  memory_KiB: number;
  passes: number;
}

/** OWASP's recommendation for argon2id. */
const productionCost: HashingCost = { memory_KiB: 19_456, passes: 2 };

/** A hasher of this cost; tests use a low one. */
export function argonHasher({ memory_KiB, passes }: HashingCost = productionCost): PasswordHasher {
  const options = { memoryCost: memory_KiB, timeCost: passes, parallelism: 1 };
  // Compared if the account has no password, so that it takes equally long.
  const decoy = lazy(() => hash('the digest of no password', options));
  return {
    hash: (digest) => hash(digest, options),
    verify: async (passwordHash, digest) => {
      const matches = await verify(passwordHash ?? (await decoy()), digest);
      return matches && passwordHash !== null;
    },
  };
}
