/** Editing and deleting while a file settles: the worker has the file first and then what uses it, and so does everybody else. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { files, videos } from '@server/platform/db/schema/schema';
import type { FileRow } from '@server/platform/media/files';
import { fileSettled } from '@server/modules/file-settled';
import { somebodyWaits } from '../../../tests/support/books';
import { blobOf, videoFile } from '../../../tests/kit/files/media-clips';
import { signUpPerformer } from '../../../tests/kit/people/people';
import { publishPost } from '../../../tests/support/posts';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let clip: File;
beforeAll(async () => {
  world = await openWorld();
  ada = await signUpPerformer(world, 'ada');
  clip = await blobOf(await videoFile({ length_s: 1 }), 'film.mp4');
});
afterAll(() => world.close());

interface Processing {
  id: string;
  fileId: string;
}

const assets = '/performer/performer-assets';
async function video(): Promise<Processing> {
  const sent = { files: { video: clip, teaser: undefined, thumbnail: undefined }, body: { title: 'Rehearsal' } };
  const { data } = await world.call(`POST ${assets}/videos/upload`, sent, ada);
  return { id: data._id, fileId: data.video?._id ?? '' };
}
const giveFile = (id: string) =>
  world.call(`PUT ${assets}/videos/edit/:id`, { params: { id }, files: { video: clip }, body: {} } as never, ada);
async function videoWithNext(): Promise<Processing> {
  const { id } = await video();
  await giveFile(id);
  const [row] = await world.ctx.db.select({ next: videos.nextFileId }).from(videos).where(eq(videos.itemId, id));
  return { id, fileId: row?.next ?? '' };
}
async function post(): Promise<Processing> {
  const { data } = await world.call('POST /performer/feeds/video/upload', { files: { file: clip } }, ada);
  const { _id: id } = await publishPost(world, ada, { type: 'video', fileIds: [data._id] });
  return { id, fileId: data._id };
}

const doings: [string, () => Promise<Processing>, (id: string) => Promise<{ status: number }>][] = [
  ['deleting a video', video, (id) => world.call(`DELETE ${assets}/videos/:id`, { params: { id } }, ada)],
  [
    'taking its file',
    video,
    (id) => world.call(`DELETE ${assets}/videos/remove-file/:id`, { params: { id }, body: { type: 'video' } }, ada),
  ],
  ['giving it another file', videoWithNext, giveFile],
  ['deleting a post', post, (id) => world.call('DELETE /performer/feeds/:id', { params: { id } }, ada)],
];

test.each(doings)('%s waits for a file that is settling, and neither of them is lost', async (_what, make, change) => {
  const { id, fileId } = await make();
  const changing = await inTransaction(world.ctx, async (tx) => {
    const [row] = await tx.db.update(files).set({ progress: 50 }).where(eq(files.id, fileId)).returning();
    const begun = change(id);
    await Promise.race([begun, somebodyWaits(world)]);
    const settled: FileRow | undefined = row;
    const kind = settled?.attachedTo?.split(':')[0] ?? '';
    if (settled) await fileSettled[kind]?.(tx, { ...settled, status: 'finished' }, 'finished');
    return { begun };
  });
  expect((await changing.begun).status).toBeLessThan(300);
});
