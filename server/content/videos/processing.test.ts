/** Edits and deletions during file processing. The worker locks the file before the item that uses it, and so does everything else. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { videos } from '@server/platform/db/schema/content';
import { files } from '@server/platform/db/schema/files';
import { callFileHandler } from '@server/platform/media/file-handlers';
import type { FileRow } from '@server/platform/media/files';
import { fileHandlers } from '@server/hooks';
import { waitForBlockedQuery } from '../../../tests/kit/money/ledger';
import { blobOf, videoFile } from '../../../tests/kit/files/media-clips';
import { signUpPerformer } from '../../../tests/kit/people/people';
import { publishPost } from '../../../tests/kit/content/posts';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let ada: Awaited<ReturnType<typeof signUpPerformer>>;
let clip: File;
beforeAll(async () => {
  testHost = await openTestHost();
  ada = await signUpPerformer(testHost, 'ada');
  clip = await blobOf(await videoFile({ length_s: 1 }), 'film.mp4');
});
afterAll(() => testHost.close());

interface Processing {
  id: string;
  fileId: string;
}

const assets = '/performer/performer-assets';
async function video(): Promise<Processing> {
  const sent = { files: { video: clip, teaser: undefined, thumbnail: undefined }, body: { title: 'Rehearsal' } };
  const { data } = await testHost.call(`POST ${assets}/videos/upload`, sent, ada);
  return { id: data._id, fileId: data.video?._id ?? '' };
}
const replaceFile = (id: string) =>
  testHost.call(`PUT ${assets}/videos/edit/:id`, { params: { id }, files: { video: clip }, body: {} } as never, ada);
async function videoWithNext(): Promise<Processing> {
  const { id } = await video();
  await replaceFile(id);
  const [row] = await testHost.ctx.db.select({ next: videos.nextFileId }).from(videos).where(eq(videos.itemId, id));
  return { id, fileId: row?.next ?? '' };
}
async function post(): Promise<Processing> {
  const { data } = await testHost.call('POST /performer/feeds/video/upload', { files: { file: clip } }, ada);
  const { _id: id } = await publishPost(testHost, ada, { type: 'video', fileIds: [data._id] });
  return { id, fileId: data._id };
}

const changes: [string, () => Promise<Processing>, (id: string) => Promise<{ status: number }>][] = [
  ['deleting a video', video, (id) => testHost.call(`DELETE ${assets}/videos/:id`, { params: { id } }, ada)],
  [
    'removing the file of a video',
    video,
    (id) => testHost.call(`DELETE ${assets}/videos/remove-file/:id`, { params: { id }, body: { type: 'video' } }, ada),
  ],
  ['replacing the file of a video', videoWithNext, replaceFile],
  ['deleting a post', post, (id) => testHost.call('DELETE /performer/feeds/:id', { params: { id } }, ada)],
];

test.each(changes)('%s while the file is being processed waits without deadlock', async (_what, create, change) => {
  const { id, fileId } = await create();
  const changing = await inTransaction(testHost.ctx, async (tx) => {
    const [row] = await tx.db.update(files).set({ progress: 50 }).where(eq(files.id, fileId)).returning();
    const pending = change(id);
    await Promise.race([pending, waitForBlockedQuery(testHost)]);
    const settled: FileRow | undefined = row;
    if (settled) await callFileHandler(tx, fileHandlers, { ...settled, status: 'finished' }, 'finished');
    return { pending };
  });
  expect((await changing.pending).status).toBeLessThan(300);
});
