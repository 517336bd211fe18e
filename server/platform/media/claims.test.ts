/** Attaching uploaded files to what uses them. */
import { join } from 'node:path';
import sharp from 'sharp';
import * as limits from '@contract/kernel/limits';
import { inTransaction } from '@server/platform/context';
import { openPartialHost, insertAccount, type PartialHost } from '../../../tests/kit/host/partial-host';
import { claimFiles, detachFiles, filesById, type Claim } from './claims';
import { findFile, storeImage, type FileRow } from './files';
import { attachedTo, type FileUse } from './uses';

let host: PartialHost;
let owner: Awaited<ReturnType<typeof insertAccount>>;

beforeAll(async () => {
  host = await openPartialHost(() => undefined);
  owner = await insertAccount(host.ctx);
});
afterAll(() => host.close());

async function photo(type: 'photo' | 'feed-photo' = 'photo'): Promise<FileRow> {
  const path = join(host.dataDir, host.ctx.random.id());
  await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a3304f' } })
    .png()
    .toFile(path);
  return storeImage(host.ctx, { ownerId: owner.id, type, file: { path, name: 'x.png' } });
}
const photoUse = (id: string): FileUse => ({ kind: 'photo', id });
const claim = (ids: string[], changes: Partial<Claim> = {}) =>
  inTransaction(host.ctx, (tx) => claimFiles(tx, { ownerId: owner.id, ids, types: ['photo'], usedBy: photoUse('1'), ...changes }));
const errorWith = (code: string): unknown => expect.objectContaining({ code });

it('returns files in the requested order, and attaching is idempotent', async () => {
  const [one, two] = [await photo(), await photo()];
  expect((await claim([two.id, one.id])).map(({ id }) => id)).toEqual([two.id, one.id]);
  expect((await claim([one.id]))[0]).toMatchObject(attachedTo(photoUse('1')));
  expect(await findFile(host.ctx, one.id)).toMatchObject({ attachedKind: 'photo', attachedId: '1' });
  expect(await claim([])).toEqual([]);
});

it('rejects files of others, missing, used, of another type, or expired ones, and then attaches none', async () => {
  const [good, used, other] = [await photo(), await photo(), await photo('feed-photo')];
  const otherAccount = await insertAccount(host.ctx);
  await expect(claim([good.id], { ownerId: otherAccount.id })).rejects.toEqual(errorWith('file_not_found'));
  await expect(claim([good.id, host.ctx.random.id()])).rejects.toEqual(errorWith('file_not_found'));
  await claim([used.id], { usedBy: photoUse('2') });
  await expect(claim([good.id, used.id])).rejects.toEqual(errorWith('file_already_used'));
  await expect(claim([good.id, other.id])).rejects.toEqual(errorWith('file_type_mismatch'));
  expect(await findFile(host.ctx, good.id)).toMatchObject(attachedTo(null));
  host.clock.advance({ seconds: limits.unattachedFileRetention_s });
  await expect(claim([good.id])).rejects.toEqual(errorWith('file_not_found'));
  expect(await claim([used.id], { usedBy: photoUse('2') })).toHaveLength(1);
});

it('attaches a file once for concurrent claims', async () => {
  const { id } = await photo();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => claim([id], { usedBy: photoUse(`race-${String(index)}`) })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

it('detaches only files of the given use, and reads many files in one query', async () => {
  const [one, two] = [await photo(), await photo()];
  await claim([one.id]);
  await claim([two.id], { usedBy: photoUse('2') });
  await detachFiles(host.ctx, [one.id, two.id], photoUse('1'));
  await detachFiles(host.ctx, [], photoUse('1'));
  const found = await filesById(host.ctx, [one.id, two.id, one.id, host.ctx.random.id()]);
  expect([found.size, found.get(one.id)?.attachedId, found.get(two.id)?.attachedId]).toEqual([2, null, '2']);
  expect((await filesById(host.ctx, [])).size).toBe(0);
});
