/**
 * Access to published media: every kind of media, every address of it, and every kind of caller. Each caller uses links that are
 * signed for them, as if they had obtained them while they had access.
 */
import { and, eq } from 'drizzle-orm';
import { files } from '@server/platform/db/schema/files';
import { subscriptions } from '@server/platform/db/schema/subscriptions';
import { signedUrl } from '@server/platform/media/links';
import { fillWallet } from '../kit/money/ledger';
import { blobOf, audioFile, videoFile } from '../kit/files/media-clips';
import { signUpFan, signUpOperator, signUpPerformer, sampleImage } from '../kit/people/people';
import { addProduct, buyOne, setOrderStatus } from '../kit/content/products';
import { endSubscription, addSubscription, publishPost, runJob } from '../kit/content/posts';
import { openTestHost, type TestHost } from '../kit/host/test-host';

interface Person {
  id: string;
  token: string;
  mediaCookie: string;
}
type CallerName = 'ada' | 'subscriber' | 'buyer' | 'operator' | 'stranger' | 'lapsed' | 'blocked' | 'performer';

type Audience = 'subscribers' | 'buyers' | 'everyone';
interface Media {
  id: string;
  variants: string[];
  audience: Audience;
}

let testHost: TestHost;
let people: Record<CallerName, Person>;
/** Files by the kind of media, with the names of all their renditions. */
let media: Record<string, Media>;
let charges: string[];
let order: string;

async function withCookie({ id, token }: { id: string; token: string }): Promise<Person> {
  const { headers } = await testHost.call('GET /users/me', {}, { token });
  const [cookie = ''] = headers.getSetCookie().filter((text) => text.startsWith('media='));
  return { id, token, mediaCookie: cookie.split(';')[0]?.slice('media='.length) ?? '' };
}

const convertAll = async (): Promise<void> => {
  const waiting = await testHost.ctx.db.select({ id: files.id }).from(files).where(eq(files.status, 'created'));
  for (const { id } of waiting) await runJob(testHost, 'files/convert', { fileId: id });
};

async function mediaOf(id: string, audience: Audience): Promise<Media> {
  const [row] = await testHost.ctx.db.select().from(files).where(eq(files.id, id));
  const variants = row?.variants.map(({ name }) => name) ?? [];
  expect(variants).toContain('locked');
  return { id, audience, variants: [...variants, 'download'].filter((name) => name !== 'locked') };
}

beforeAll(async () => {
  testHost = await openTestHost();
  const [ada, performer] = [await signUpPerformer(testHost, 'ada'), await signUpPerformer(testHost, 'other')];
  const [subscriber, buyer, stranger] = [await signUpFan(testHost), await signUpFan(testHost), await signUpFan(testHost)];
  const [lapsed, blocked, operator] = [await signUpFan(testHost), await signUpFan(testHost), await signUpOperator(testHost)];
  for (const fan of [subscriber, lapsed, blocked]) await addSubscription(testHost, fan, ada);
  await endSubscription(testHost, lapsed, ada);

  const asAda = { token: ada.token };
  const picture = await sampleImage(640, 480);
  const upload = async (
    name: 'POST /performer/feeds/photo/upload' | 'POST /performer/feeds/audio/upload' | 'POST /performer/feeds/video/upload',
    file: Blob,
  ) => (await testHost.call(name, { files: { file } }, asAda)).data._id;
  const clip = await blobOf(await videoFile({ length_s: 1 }), 'film.mp4');
  const photoId = await upload('POST /performer/feeds/photo/upload', picture);
  const soundId = await upload(
    'POST /performer/feeds/audio/upload',
    await blobOf(await audioFile('tone.mp3', 1), 'tone.mp3', 'audio/mpeg'),
  );
  const filmId = await upload('POST /performer/feeds/video/upload', clip);
  await convertAll();
  for (const [type, id] of [
    ['photo', photoId],
    ['audio', soundId],
    ['video', filmId],
  ] as const)
    await publishPost(testHost, ada, { type, fileIds: [id], text: '', audience: 'subscribers' });
  const gallery = (
    await testHost.call('POST /performer/performer-assets/galleries', { body: { title: 'Sold', audience: 'paid', price: 2 } }, asAda)
  ).data;
  const inGallery = await testHost.call(
    'POST /performer/performer-assets/photos/upload',
    { files: { photo: picture }, body: { galleryId: gallery._id } },
    asAda,
  );
  const singlePhoto = await testHost.call('POST /performer/performer-assets/photos/upload', { files: { photo: picture }, body: {} }, asAda);
  const video = await testHost.call(
    'POST /performer/performer-assets/videos/upload',
    { files: { video: clip, teaser: undefined, thumbnail: picture }, body: { title: 'Sold', audience: 'paid', price: '3' } },
    asAda,
  );
  await convertAll();
  await fillWallet(testHost, buyer.id, 1000n);
  charges = [
    (await testHost.call('POST /wallet/charges/gallery/:id', { params: { id: gallery._id }, body: {} }, { token: buyer.token })).data._id,
    (await testHost.call('POST /wallet/charges/video/:id', { params: { id: video.data._id }, body: {} }, { token: buyer.token })).data._id,
  ];
  const product = await addProduct(testHost, ada, { type: 'digital' }, { image: picture });
  order = await buyOne(testHost, buyer, product);
  // An audio file has no image of its own.
  const audioVariants =
    (await testHost.ctx.db.select().from(files).where(eq(files.id, soundId)))[0]?.variants.map(({ name }) => name) ?? [];
  media = {
    'the photo of a post': await mediaOf(photoId, 'subscribers'),
    'the audio of a post': {
      id: soundId,
      audience: 'subscribers',
      variants: [...audioVariants, 'download'].filter((name) => name !== 'locked'),
    },
    'the video of a post': await mediaOf(filmId, 'subscribers'),
    'a photo outside galleries': await mediaOf(singlePhoto.data.photo._id, 'subscribers'),
    'a photo in a paid gallery': await mediaOf(inGallery.data.photo._id, 'buyers'),
    'a paid video': await mediaOf(video.data.video?._id ?? '', 'buyers'),
    'the thumbnail of a paid video': await mediaOf(video.data.thumbnail?._id ?? '', 'buyers'),
    // Stored unchanged, with a single variant.
    'the file of a product': { id: product.digitalFile?._id ?? '', audience: 'buyers', variants: ['download'] },
    'the image of a product': await mediaOf(product.image?._id ?? '', 'everyone'),
  };
  await testHost.call('POST /block/users', { body: { targetId: blocked.id } }, asAda);
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
});
afterAll(() => testHost.close());

const linkFor = (id: string, variant: string, viewerId: string | null): string => {
  const { pathname, search } = new URL(signedUrl(testHost.ctx, id, variant, viewerId));
  return pathname + search;
};
const get = (path: string, person: Person | null, range?: string) =>
  fetch(testHost.url + path, {
    headers: { ...(person && { cookie: `media=${person.mediaCookie}` }), ...(range !== undefined && { range }) },
  });

/** The response has no byte of the file. */
async function expectNoByte(response: Response): Promise<void> {
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ error: 'media_link_invalid' });
}

/** The response has the whole file, and the response to a range request has the range if the file supports them. */
async function expectFile(response: Response, rangeResponse: Response): Promise<void> {
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  const complete = Buffer.from(await response.arrayBuffer());
  expect(complete.byteLength).toBeGreaterThan(0);
  const partial = Buffer.from(await rangeResponse.arrayBuffer());
  if (response.headers.get('accept-ranges') === 'none') return;
  expect(rangeResponse.status).toBe(206);
  expect(partial.equals(complete.subarray(0, 10))).toBe(true);
}

const hasAccess = (callerName: CallerName, audience: Audience): boolean => {
  if (callerName === 'ada' || callerName === 'operator') return true;
  if (audience === 'everyone') return callerName !== 'blocked';
  return callerName === (audience === 'buyers' ? 'buyer' : 'subscriber');
};

const kinds = [
  'the photo of a post',
  'the audio of a post',
  'the video of a post',
  'a photo outside galleries',
  'a photo in a paid gallery',
  'a paid video',
  'the thumbnail of a paid video',
  'the file of a product',
  'the image of a product',
];
const kindsWithoutImage = ['the audio of a post', 'the file of a product'];

describe.each(kinds)('%s', (kind) => {
  const subject = () => media[kind] ?? { id: '', variants: [], audience: 'subscribers' as const };

  test('is served at each of its URLs to callers with access, also in ranges, and not to anyone else', async () => {
    const { id, variants, audience } = subject();
    expect(variants.length).toBeGreaterThan(0);
    for (const variant of variants) {
      for (const [callerName, person] of Object.entries(people) as [CallerName, Person][]) {
        const link = linkFor(id, variant, person.id);
        if (hasAccess(callerName, audience)) await expectFile(await get(link, person), await get(link, person, 'bytes=0-9'));
        else for (const range of [undefined, 'bytes=0-9']) await expectNoByte(await get(link, person, range));
      }
      const guestLink = linkFor(id, variant, null);
      if (audience === 'everyone') await expectFile(await get(guestLink, null), await get(guestLink, null, 'bytes=0-9'));
      else await expectNoByte(await get(guestLink, null));
      // Images that guests can see are also served at their unsigned URL, which shared pages use. Nothing else is.
      const isShared = audience === 'everyone' && variant !== 'download';
      const plain = `/media/${id}/${variant}`;
      for (const person of [null, people.ada])
        if (isShared) await expectFile(await get(plain, person), await get(plain, person, 'bytes=0-9'));
        else await expectNoByte(await get(plain, person));
    }
  });

  test('is not served for a link that was copied to another session, altered, or has expired', async () => {
    const { id, variants, audience } = subject();
    const owner = audience === 'subscribers' ? people.subscriber : people.buyer;
    for (const variant of variants) {
      const link = linkFor(id, variant, owner.id);
      for (const person of [null, people.stranger, people.ada]) await expectNoByte(await get(link, person));
      await expectNoByte(await get(link.replace(/signature=./, 'signature=~'), owner));
      await expectNoByte(await get(link.replace(/expires=\d/, 'expires=9'), owner));
    }
  });

  test('returns its status to callers with access, and 404 to anyone else', async () => {
    const { id, audience } = subject();
    for (const [callerName, person] of Object.entries(people) as [CallerName, Person][]) {
      const { status } = await testHost.call('GET /files/:id/status', { params: { id } }, { token: person.token });
      expect([callerName, status]).toEqual([callerName, hasAccess(callerName, audience) ? 200 : 404]);
    }
    expect((await testHost.call('GET /files/:id/status', { params: { id } })).status).toBe(audience === 'everyone' ? 200 : 404);
  });
});

test.each(kinds.filter((kind) => !kindsWithoutImage.includes(kind)))(
  '%s shows its blurred preview to everyone who is not blocked',
  async (kind) => {
    const id = media[kind]?.id ?? '';
    expect((await get(linkFor(id, 'locked', people.stranger.id), people.stranger)).status).toBe(200);
    expect((await get(linkFor(id, 'locked', null), null)).status).toBe(200);
    await expectNoByte(await get(linkFor(id, 'locked', people.blocked.id), people.blocked));
  },
);

test('an ended subscription, a refund and a block close access within two seconds', async () => {
  const [photo, video, file] = [media['the photo of a post'], media['a paid video'], media['the file of a product']];
  if (!photo || !video || !file) throw new Error('nothing was published');
  const statusFor = async (subject: { id: string; variants: string[] }, person: Person) =>
    (await get(linkFor(subject.id, subject.variants[0] ?? '', person.id), person)).status;
  expect([await statusFor(photo, people.subscriber), await statusFor(video, people.buyer), await statusFor(file, people.buyer)]).toEqual([
    200, 200, 200,
  ]);
  await endSubscription(testHost, people.subscriber, people.ada);
  for (const id of charges)
    await testHost.call(
      'POST /admin/charges/:id/refund',
      { params: { id }, body: { reason: 'Asked for' } },
      { token: people.operator.token },
    );
  await setOrderStatus(testHost, people.ada, order, 'refunded');
  testHost.clock.advance({ seconds: 2 });
  expect([await statusFor(photo, people.subscriber), await statusFor(video, people.buyer), await statusFor(file, people.buyer)]).toEqual([
    403, 403, 403,
  ]);

  await testHost.ctx.db
    .update(subscriptions)
    .set({ status: 'active', expiresAt: new Date(testHost.clock.now().getTime() + 1_000_000) })
    .where(and(eq(subscriptions.userId, people.subscriber.id), eq(subscriptions.performerId, people.ada.id)));
  testHost.clock.advance({ seconds: 2 });
  expect(await statusFor(photo, people.subscriber)).toBe(200);
  await testHost.call('POST /block/users', { body: { targetId: people.subscriber.id } }, { token: people.ada.token });
  testHost.clock.advance({ seconds: 2 });
  expect(await statusFor(photo, people.subscriber)).toBe(403);
});
