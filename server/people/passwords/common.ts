/** The common passwords as digests, because browsers may send only a digest. Loaded on first use. */
import { createHash } from 'node:crypto';
import * as limits from '@contract/kernel/limits';
import { passwordOf } from '@contract/kernel/values/text';
import { lazy } from '../../kernel/lazy';

const commonDigests = lazy(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const possible = dictionary['passwords-common'].filter((password) => password.length >= limits.password.lengthMin);
  return new Set(possible.map((password) => createHash('sha256').update(passwordOf(password)).digest('base64')));
});

/** Whether the hex SHA-256 is that of a common password. */
export async function isCommonDigest(digest: string): Promise<boolean> {
  const digests = await commonDigests();
  return digests.has(Buffer.from(digest, 'hex').toString('base64'));
}
