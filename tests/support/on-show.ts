/** Things that performers show, made through the doors that they use, and ready to be looked at. */
import type { BodyOf } from '@web/services/call';
import { blobOf, videoFile } from '../kit/files/media-clips';
import { eventually } from '../kit/timing/eventually';
import { publishPost, uploadPhoto } from './posts';
import type { World } from '../kit/host/test-host';

interface Somebody {
  token: string;
}

/** As long as a busy machine may take for a clip of some seconds. */
const converted_ms = 60_000;

/** Uploads a small film and waits until the workers of the site have made it ready; answers its id. */
export async function showFilm(
  world: World,
  { token }: Somebody,
  body: BodyOf<'POST /performer/performer-assets/videos/upload'>,
): Promise<string> {
  const video = await blobOf(await videoFile({ length_s: 6 }), 'film.mp4');
  const files = { video, teaser: undefined, thumbnail: undefined };
  const { status, data, refusal } = await world.call('POST /performer/performer-assets/videos/upload', { files, body }, { token });
  if (status >= 400) throw new Error(`no film: ${JSON.stringify(refusal)}`);
  const id = data._id;
  await eventually(async () => {
    const { data: own } = await world.call('GET /performer/performer-assets/videos/:id/view', { params: { id } }, { token });
    if (own.video?.status !== 'finished') throw new Error(`the film is ${String(own.video?.status)}`);
  }, converted_ms);
  return id;
}

/**
 * Publishes posts of each kind, and more of them than one answer lists: words, photos, a poll, one behind a lock, and the newest
 * with a film. Waits until the workers of the site have made the film ready.
 */
export async function showPosts(world: World, performer: Somebody & { id: string }): Promise<void> {
  const { token } = performer;
  for (let day = 1; day <= 10; day += 1) await publishPost(world, performer, { text: `Day ${String(day)} of rehearsals` });
  const poll = await world.call(
    'POST /performer/feeds/polls',
    { body: { question: 'Which light?', options: ['Candles', 'Footlights'] } },
    { token },
  );
  await publishPost(world, performer, { text: 'You decide', pollId: poll.data._id });
  const photo = () => uploadPhoto(world, performer);
  await publishPost(world, performer, { type: 'photo', fileIds: [await photo()], audience: 'paid', price: 5 });
  await publishPost(world, performer, { type: 'photo', fileIds: [await photo(), await photo()], tags: ['stage'] });
  const file = await blobOf(await videoFile({ length_s: 2 }), 'film.mp4');
  const film = await world.call('POST /performer/feeds/video/upload', { files: { file } }, { token });
  const { _id: id } = await publishPost(world, performer, { type: 'video', fileIds: [film.data._id] });
  await eventually(async () => {
    const { data: own } = await world.call('GET /performer/feeds/:id', { params: { id } }, { token });
    if (own.state !== 'published') throw new Error(`the post with the film is ${own.state}`);
  }, converted_ms);
}
