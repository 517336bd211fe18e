/** The committed pictures of the demo: each exists once, is small, and belongs to someone. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { artFolder, avatarOf, coverOf, identityCard, messagePhotos, photos, storePhotos } from './art';
import { fans, operator } from './cast';
import { performers } from './cast-performers';

const sizeLimit_bytes = 160_000;
const totalLimit_bytes = 4_000_000;

const avatars = [operator, ...fans, ...performers].map(({ username }) => avatarOf(username));
const covers = performers.map(({ username }) => coverOf(username));
const named = new Set([
  ...avatars,
  ...covers,
  ...Object.values(photos).flat(),
  ...Object.values(storePhotos).flat(),
  ...messagePhotos,
  identityCard,
]);
const contentOf = (picture: string): Buffer => readFileSync(join(artFolder, picture));

test('each picture that the demo names exists, and no other', () => {
  const stored = readdirSync(artFolder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(artFolder, join(parentPath, name)));
  expect(stored.sort()).toEqual([...named].sort());
});

test('no two pictures are the same, so no two people share a profile photo or a cover', () => {
  const hashes = [...named].map((picture) => createHash('sha256').update(contentOf(picture)).digest('hex'));
  expect(new Set(hashes).size).toBe(named.size);
  expect(new Set([...avatars, ...covers]).size).toBe(performers.length * 2 + fans.length + 1);
});

test('the pictures are small', () => {
  const sizes = [...named].map((picture) => ({ picture, size: contentOf(picture).byteLength }));
  expect(sizes.filter(({ size }) => size > sizeLimit_bytes)).toEqual([]);
  expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(totalLimit_bytes);
});

test('each creator who is approved posts pictures, and none twice', () => {
  for (const { username } of performers.filter(({ isApproved }) => isApproved)) {
    const posted = Object.entries(photos).find(([name]) => name === username)?.[1] ?? [];
    expect(posted).not.toEqual([]);
    expect(new Set(posted).size).toBe(posted.length);
  }
  const all = Object.values(photos).flat();
  expect(new Set(all).size).toBe(all.length);
});
