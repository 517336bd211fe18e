/** Edits and deletions during file processing. The worker locks the file before the item that uses it; they must use the same order. */
import { eq } from 'drizzle-orm';
import { inTransaction } from '@server/platform/context';
import { videos } from '@server/platform/db/schema/content';
import { files } from '@server/platform/db/schema/files';
import { callFileHandler } from '@server/platform/media/file-handlers';
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

interface ProcessingItem {
  id: string;
  fileId: string;
}

const assets = '/performer/performer-assets';
async function createVideo(): Promise<ProcessingItem> {
  const request = { files: { video: clip, teaser: undefined, thumbnail: undefined }, body: { title: 'Rehearsal' } };
  const { data } = await testHost.call(`POST ${assets}/videos/upload`, request, ada);
  return { id: data._id, fileId: data.video?._id ?? '' };
}
const replaceFile = (id: string) =>
  testHost.call(`PUT ${assets}/videos/edit/:id`, { params: { id }, files: { video: clip }, body: {} } as never, ada);
async function createVideoWithReplacement(): Promise<ProcessingItem> {
  const { id } = await createVideo();
  await replaceFile(id);
  const [row] = await testHost.ctx.db.select({ next: videos.nextFileId }).from(videos).where(eq(videos.itemId, id));
  return { id, fileId: row?.next ?? '' };
}
async function createPost(): Promise<ProcessingItem> {
  const { data } = await testHost.call('POST /performer/feeds/video/upload', { files: { file: clip } }, ada);
  const { _id: id } = await publishPost(testHost, ada, { type: 'video', fileIds: [data._id] });
  return { id, fileId: data._id };
}

const changes: [string, () => Promise<ProcessingItem>, (id: string) => Promise<{ status: number }>][] = [
  ['deleting a video', createVideo, (id) => testHost.call(`DELETE ${assets}/videos/:id`, { params: { id } }, ada)],
  [
    'removing the file of a video',
    createVideo,
    (id) => testHost.call(`DELETE ${assets}/videos/remove-file/:id`, { params: { id }, body: { type: 'video' } }, ada),
  ],
  ['replacing the file of a video', createVideoWithReplacement, replaceFile],
  ['deleting a post', createPost, (id) => testHost.call('DELETE /performer/feeds/:id', { params: { id } }, ada)],
];

test.each(changes)('%s while the file is being processed waits without deadlock', async (_what, create, change) => {
  const { id, fileId } = await create();
  const { response } = await inTransaction(testHost.ctx, async (tx) => {
    const [row] = await tx.db.update(files).set({ progress: 50 }).where(eq(files.id, fileId)).returning();
    const pending = change(id);
    await Promise.race([pending, waitForBlockedQuery(testHost)]);
    if (row) await callFileHandler(tx, fileHandlers, { ...row, status: 'finished' }, 'finished');
    return { response: pending };
  });
  expect((await response).status).toBeLessThan(300);
});
