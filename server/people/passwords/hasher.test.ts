import { argonHasher } from './hasher';

const hasher = argonHasher();

test('hashes with argon2id at 19 MiB and two passes, as docs/security.md says', async () => {
  expect(await hasher.hash('a digest')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('matches only the hashed digest, and nothing without a hash', async () => {
  const hash = await hasher.hash('a digest');
  expect(await hasher.verify(hash, 'a digest')).toBe(true);
  expect(await hasher.verify(hash, 'another digest')).toBe(false);
  expect(await hasher.verify(null, 'the digest of no password')).toBe(false);
});
