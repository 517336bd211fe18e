/** Published content with media, created through the public API. */
import type { BodyOf } from '@web/services/call';
import { blobOf, videoFile } from '../files/media-clips';
import { eventually } from '../timing/eventually';
import { publishPost, uploadPhoto } from './posts';
import type { TestHost } from '../host/test-host';

interface AccountRef {
  token: string;
}

/** Uploads a short video and waits until the workers have converted it; returns its id. */
export async function publishVideo(
  testHost: TestHost,
  { token }: AccountRef,
  body: BodyOf<'POST /performer/performer-assets/videos/upload'>,
): Promise<string> {
  const video = await blobOf(await videoFile({ length_s: 6 }), 'film.mp4');
  const files = { video, teaser: undefined, thumbnail: undefined };
  const { status, data, errorBody } = await testHost.call('POST /performer/performer-assets/videos/upload', { files, body }, { token });
  if (status >= 400) throw new Error(`no film: ${JSON.stringify(errorBody)}`);
  const id = data._id;
  await eventually(async () => {
    const { data: post } = await testHost.call('GET /performer/performer-assets/videos/:id/view', { params: { id } }, { token });
    if (post.video?.status !== 'finished') throw new Error(`the film is ${String(post.video?.status)}`);
  });
  return id;
}

/**
 * Publishes more than a page of posts: texts, a poll, a paid photo, a public album, and finally a video. Waits until the workers have
 * converted the video.
 */
export async function publishPostsOfEachKind(testHost: TestHost, performer: AccountRef & { id: string }): Promise<void> {
  const { token } = performer;
  for (let day = 1; day <= 10; day += 1) await publishPost(testHost, performer, { text: `Day ${String(day)} of rehearsals` });
  const poll = await testHost.call(
    'POST /performer/feeds/polls',
    { body: { question: 'Which light?', options: ['Candles', 'Footlights'] } },
    { token },
  );
  await publishPost(testHost, performer, { text: 'You decide', pollId: poll.data._id });
  const photo = () => uploadPhoto(testHost, performer);
  await publishPost(testHost, performer, { type: 'photo', fileIds: [await photo()], audience: 'paid', price: 5 });
  await publishPost(testHost, performer, { type: 'photo', fileIds: [await photo(), await photo()], tags: ['stage'] });
  const file = await blobOf(await videoFile({ length_s: 2 }), 'film.mp4');
  const film = await testHost.call('POST /performer/feeds/video/upload', { files: { file } }, { token });
  const { _id: id } = await publishPost(testHost, performer, { type: 'video', fileIds: [film.data._id] });
  await eventually(async () => {
    const { data: post } = await testHost.call('GET /performer/feeds/:id', { params: { id } }, { token });
    if (post.state !== 'published') throw new Error(`the post with the film is ${post.state}`);
  });
}
