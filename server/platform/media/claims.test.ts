/** Claiming uploaded files for what uses them. */
import { join } from 'node:path';
import sharp from 'sharp';
import * as limits from '@contract/kernel/limits';
import { inTransaction } from '@server/platform/context';
import { openPart, someAccount, type Part } from '../../../tests/kit/host/partial-host';
import { claimFiles, detachFiles, filesById, type Claim } from './claims';
import { findFile, storeImage, type FileRow } from './files';

let part: Part;
let owner: Awaited<ReturnType<typeof someAccount>>;

beforeAll(async () => {
  part = await openPart(() => undefined);
  owner = await someAccount(part.ctx);
});
afterAll(() => part.close());

async function photo(type: 'photo' | 'feed-photo' = 'photo'): Promise<FileRow> {
  const path = join(part.dataDir, part.ctx.chance.id());
  await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a3304f' } })
    .png()
    .toFile(path);
  return storeImage(part.ctx, { ownerId: owner.id, type, file: { path, name: 'x.png' } });
}
const claim = (ids: string[], changes: Partial<Claim> = {}) =>
  inTransaction(part.ctx, (tx) => claimFiles(tx, { ownerId: owner.id, ids, types: ['photo'], usedBy: 'photo:1', ...changes }));
const refused = (code: string): unknown => expect.objectContaining({ code });

it('attaches files in the order in which they were named, and again without harm', async () => {
  const [one, two] = [await photo(), await photo()];
  expect((await claim([two.id, one.id])).map(({ id }) => id)).toEqual([two.id, one.id]);
  expect((await claim([one.id]))[0]?.attachedTo).toBe('photo:1');
  expect((await findFile(part.ctx, one.id))?.attachedTo).toBe('photo:1');
  expect(await claim([])).toEqual([]);
});

it('refuses what is another’s, absent, used elsewhere, of another type, or about to be swept; then it attaches nothing', async () => {
  const [good, used, other] = [await photo(), await photo(), await photo('feed-photo')];
  const stranger = await someAccount(part.ctx);
  await expect(claim([good.id], { ownerId: stranger.id })).rejects.toEqual(refused('file_not_found'));
  await expect(claim([good.id, part.ctx.chance.id()])).rejects.toEqual(refused('file_not_found'));
  await claim([used.id], { usedBy: 'photo:2' });
  await expect(claim([good.id, used.id])).rejects.toEqual(refused('file_already_used'));
  await expect(claim([good.id, other.id])).rejects.toEqual(refused('file_type_mismatch'));
  expect((await findFile(part.ctx, good.id))?.attachedTo).toBeNull();
  part.clock.advance({ seconds: limits.unattachedFileKept_s });
  await expect(claim([good.id])).rejects.toEqual(refused('file_not_found'));
  expect(await claim([used.id], { usedBy: 'photo:2' })).toHaveLength(1);
});

it('gives one file to one of many who claim it at once', async () => {
  const { id } = await photo();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => claim([id], { usedBy: `photo:race-${String(index)}` })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('lets go only of what the named thing uses, and reads many in one query', async () => {
  const [one, two] = [await photo(), await photo()];
  await claim([one.id]);
  await claim([two.id], { usedBy: 'photo:2' });
  await detachFiles(part.ctx, [one.id, two.id], 'photo:1');
  await detachFiles(part.ctx, [], 'photo:1');
  const found = await filesById(part.ctx, [one.id, two.id, one.id, part.ctx.chance.id()]);
  expect([found.size, found.get(one.id)?.attachedTo, found.get(two.id)?.attachedTo]).toEqual([2, null, 'photo:2']);
  expect((await filesById(part.ctx, [])).size).toBe(0);
});
