/**
 * The table of who gets which byte of what is published: every kind of media, every address of it, and everybody who might ask.
 * Each person asks with links that are signed for herself, as she could have had them while it was open to her.
 */
import { and, eq } from 'drizzle-orm';
import { files, subscriptions } from '@server/platform/db/schema/schema';
import { privateAddress } from '@server/platform/media/links';
import { fillWallet } from '../support/books';
import { blobOf, soundFile, videoFile } from '../kit/files/media-clips';
import { signUpFan, signUpOperator, signUpPerformer, somePicture } from '../kit/people/people';
import { addProduct, buyOne, tellOrder } from '../kit/content/products';
import { endSubscription, letSubscribe, publishPost, runJob } from '../support/posts';
import { openWorld, type World } from '../kit/host/test-host';

interface Person {
  id: string;
  token: string;
  /** Her media cookie. */
  media: string;
}
type Who = 'ada' | 'subscriber' | 'buyer' | 'operator' | 'stranger' | 'lapsed' | 'blocked' | 'performer';

type Audience = 'subscribers' | 'buyers' | 'everybody';
interface Media {
  id: string;
  variants: string[];
  isFor: Audience;
}

let world: World;
let people: Record<Who, Person>;
/** Files by the kind of media, with the names of all their renditions. */
let media: Record<string, Media>;
let charges: string[];
let order: string;

async function withCookie({ id, token }: { id: string; token: string }): Promise<Person> {
  const { headers } = await world.call('GET /users/me', {}, { token });
  const [cookie = ''] = headers.getSetCookie().filter((text) => text.startsWith('media='));
  return { id, token, media: cookie.split(';')[0]?.slice('media='.length) ?? '' };
}

const convertAll = async (): Promise<void> => {
  const waiting = await world.ctx.db.select({ id: files.id }).from(files).where(eq(files.status, 'created'));
  for (const { id } of waiting) await runJob(world, 'files/convert', { fileId: id });
};

async function noted(id: string, isFor: Audience): Promise<Media> {
  const [row] = await world.ctx.db.select().from(files).where(eq(files.id, id));
  const variants = row?.variants.map(({ name }) => name) ?? [];
  expect(variants).toContain('locked');
  return { id, isFor, variants: [...variants, 'download'].filter((name) => name !== 'locked') };
}

beforeAll(async () => {
  world = await openWorld();
  const [ada, performer] = [await signUpPerformer(world, 'ada'), await signUpPerformer(world, 'other')];
  const [subscriber, buyer, stranger] = [await signUpFan(world), await signUpFan(world), await signUpFan(world)];
  const [lapsed, blocked, operator] = [await signUpFan(world), await signUpFan(world), await signUpOperator(world)];
  for (const fan of [subscriber, lapsed, blocked]) await letSubscribe(world, fan, ada);
  await endSubscription(world, lapsed, ada);

  const at = { token: ada.token };
  const picture = await somePicture(640, 480);
  const upload = async (
    name: 'POST /performer/feeds/photo/upload' | 'POST /performer/feeds/audio/upload' | 'POST /performer/feeds/video/upload',
    file: Blob,
  ) => (await world.call(name, { files: { file } }, at)).data._id;
  const clip = await blobOf(await videoFile({ length_s: 1 }), 'film.mp4');
  const photoId = await upload('POST /performer/feeds/photo/upload', picture);
  const soundId = await upload(
    'POST /performer/feeds/audio/upload',
    await blobOf(await soundFile('tone.mp3', 1), 'tone.mp3', 'audio/mpeg'),
  );
  const filmId = await upload('POST /performer/feeds/video/upload', clip);
  await convertAll();
  for (const [type, id] of [
    ['photo', photoId],
    ['audio', soundId],
    ['video', filmId],
  ] as const)
    await publishPost(world, ada, { type, fileIds: [id], text: '', audience: 'subscribers' });
  const gallery = (
    await world.call('POST /performer/performer-assets/galleries', { body: { title: 'Sold', audience: 'paid', price: 2 } }, at)
  ).data;
  const inGallery = await world.call(
    'POST /performer/performer-assets/photos/upload',
    { files: { photo: picture }, body: { galleryId: gallery._id } },
    at,
  );
  const alone = await world.call('POST /performer/performer-assets/photos/upload', { files: { photo: picture }, body: {} }, at);
  const video = await world.call(
    'POST /performer/performer-assets/videos/upload',
    { files: { video: clip, teaser: undefined, thumbnail: picture }, body: { title: 'Sold', audience: 'paid', price: '3' } },
    at,
  );
  await convertAll();
  await fillWallet(world, buyer.id, 1000n);
  charges = [
    (await world.call('POST /wallet/charges/gallery/:id', { params: { id: gallery._id }, body: {} }, { token: buyer.token })).data._id,
    (await world.call('POST /wallet/charges/video/:id', { params: { id: video.data._id }, body: {} }, { token: buyer.token })).data._id,
  ];
  const product = await addProduct(world, ada, { type: 'digital' }, { image: picture });
  order = await buyOne(world, buyer, product);
  // A sound has no picture of its own.
  const sound = (await world.ctx.db.select().from(files).where(eq(files.id, soundId)))[0]?.variants.map(({ name }) => name) ?? [];
  media = {
    'the photo of a post': await noted(photoId, 'subscribers'),
    'the sound of a post': { id: soundId, isFor: 'subscribers', variants: [...sound, 'download'].filter((name) => name !== 'locked') },
    'the video of a post': await noted(filmId, 'subscribers'),
    'a photo of its own': await noted(alone.data.photo._id, 'subscribers'),
    'a photo in a gallery that is sold': await noted(inGallery.data.photo._id, 'buyers'),
    'a video that is sold': await noted(video.data.video?._id ?? '', 'buyers'),
    'the picture of a video that is sold': await noted(video.data.thumbnail?._id ?? '', 'buyers'),
    // It is kept as it came, under the one name.
    'the file of a product': { id: product.digitalFile?._id ?? '', isFor: 'buyers', variants: ['download'] },
    'the picture of a product': await noted(product.image?._id ?? '', 'everybody'),
  };
  await world.call('POST /block/users', { body: { targetId: blocked.id } }, at);
  people = {
    ada: await withCookie(ada),
    performer: await withCookie(performer),
    subscriber: await withCookie(subscriber),
    buyer: await withCookie(buyer),
    stranger: await withCookie(stranger),
    lapsed: await withCookie(lapsed),
    blocked: await withCookie(blocked),
    operator: await withCookie(operator),
  };
}, 120_000);
afterAll(() => world.close());

const linkFor = (id: string, variant: string, viewerId: string | null): string => {
  const { pathname, search } = new URL(privateAddress(world.ctx, id, variant, viewerId));
  return pathname + search;
};
const get = (path: string, person: Person | null, range?: string) =>
  fetch(world.url + path, { headers: { ...(person && { cookie: `media=${person.media}` }), ...(range !== undefined && { range }) } });

/** Nothing of the file is in the answer. */
async function expectNoByte(answer: Response): Promise<void> {
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ error: 'media_link_invalid' });
}

async function expectAll(answer: Response, part: Response): Promise<void> {
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const whole = Buffer.from(await answer.arrayBuffer());
  expect(whole.byteLength).toBeGreaterThan(0);
  const given = Buffer.from(await part.arrayBuffer());
  if (answer.headers.get('accept-ranges') === 'none') return;
  expect(part.status).toBe(206);
  expect(given.equals(whole.subarray(0, 10))).toBe(true);
}

const mayOpen = (who: Who, isFor: Audience): boolean => {
  if (who === 'ada' || who === 'operator') return true;
  if (isFor === 'everybody') return who !== 'blocked';
  return who === (isFor === 'buyers' ? 'buyer' : 'subscriber');
};

const kinds = [
  'the photo of a post',
  'the sound of a post',
  'the video of a post',
  'a photo of its own',
  'a photo in a gallery that is sold',
  'a video that is sold',
  'the picture of a video that is sold',
  'the file of a product',
  'the picture of a product',
];
const withoutPicture = ['the sound of a post', 'the file of a product'];

describe.each(kinds)('%s', (kind) => {
  const subject = () => media[kind] ?? { id: '', variants: [], isFor: 'subscribers' as const };

  test('opens in each of its addresses for whom it is, with ranges, and gives nobody else a byte', async () => {
    const { id, variants, isFor } = subject();
    expect(variants.length).toBeGreaterThan(0);
    for (const variant of variants) {
      for (const [who, person] of Object.entries(people) as [Who, Person][]) {
        const link = linkFor(id, variant, person.id);
        if (mayOpen(who, isFor)) await expectAll(await get(link, person), await get(link, person, 'bytes=0-9'));
        else for (const range of [undefined, 'bytes=0-9']) await expectNoByte(await get(link, person, range));
      }
      const open = linkFor(id, variant, null);
      if (isFor === 'everybody') await expectAll(await get(open, null), await get(open, null, 'bytes=0-9'));
      else await expectNoByte(await get(open, null));
      // A picture that guests see opens by its plain address too, which shared pages name. Nothing else does.
      const isShared = isFor === 'everybody' && variant !== 'download';
      const plain = `/media/${id}/${variant}`;
      for (const person of [null, people.ada])
        if (isShared) await expectAll(await get(plain, person), await get(plain, person, 'bytes=0-9'));
        else await expectNoByte(await get(plain, person));
    }
  });

  test('gives no byte for a link that was copied to another session, altered, or is over', async () => {
    const { id, variants, isFor } = subject();
    const owner = isFor === 'subscribers' ? people.subscriber : people.buyer;
    for (const variant of variants) {
      const link = linkFor(id, variant, owner.id);
      for (const person of [null, people.stranger, people.ada]) await expectNoByte(await get(link, person));
      await expectNoByte(await get(link.replace(/signature=./, 'signature=~'), owner));
      await expectNoByte(await get(link.replace(/expires=\d/, 'expires=9'), owner));
    }
  });

  test('says how it is to whom it is for, and to nobody else that it is there', async () => {
    const { id, isFor } = subject();
    for (const [who, person] of Object.entries(people) as [Who, Person][]) {
      const { status } = await world.call('GET /files/:id/status', { params: { id } }, { token: person.token });
      expect([who, status]).toEqual([who, mayOpen(who, isFor) ? 200 : 404]);
    }
    expect((await world.call('GET /files/:id/status', { params: { id } })).status).toBe(isFor === 'everybody' ? 200 : 404);
  });
});

test.each(kinds.filter((kind) => !withoutPicture.includes(kind)))(
  '%s shows its picture without detail to whoever is not kept out',
  async (kind) => {
    const id = media[kind]?.id ?? '';
    expect((await get(linkFor(id, 'locked', people.stranger.id), people.stranger)).status).toBe(200);
    expect((await get(linkFor(id, 'locked', null), null)).status).toBe(200);
    await expectNoByte(await get(linkFor(id, 'locked', people.blocked.id), people.blocked));
  },
);

test('a subscription that ends, a refund and a block close what was open within two seconds', async () => {
  const [photo, film, file] = [media['the photo of a post'], media['a video that is sold'], media['the file of a product']];
  if (!photo || !film || !file) throw new Error('nothing was published');
  const open = async (subject: { id: string; variants: string[] }, person: Person) =>
    (await get(linkFor(subject.id, subject.variants[0] ?? '', person.id), person)).status;
  expect([await open(photo, people.subscriber), await open(film, people.buyer), await open(file, people.buyer)]).toEqual([200, 200, 200]);
  await endSubscription(world, people.subscriber, people.ada);
  for (const id of charges)
    await world.call('POST /admin/charges/:id/refund', { params: { id }, body: { reason: 'Asked for' } }, { token: people.operator.token });
  await tellOrder(world, people.ada, order, 'refunded');
  world.clock.advance({ seconds: 2 });
  expect([await open(photo, people.subscriber), await open(film, people.buyer), await open(file, people.buyer)]).toEqual([403, 403, 403]);

  await world.ctx.db
    .update(subscriptions)
    .set({ status: 'active', expiresAt: new Date(world.clock.now().getTime() + 1_000_000) })
    .where(and(eq(subscriptions.userId, people.subscriber.id), eq(subscriptions.performerId, people.ada.id)));
  world.clock.advance({ seconds: 2 });
  expect(await open(photo, people.subscriber)).toBe(200);
  await world.call('POST /block/users', { body: { targetId: people.subscriber.id } }, { token: people.ada.token });
  world.clock.advance({ seconds: 2 });
  expect(await open(photo, people.subscriber)).toBe(403);
});
