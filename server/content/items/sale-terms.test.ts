/** Only items with the audience `paid` are for sale: `isSale` or a price with another audience is rejected, so that no price is ignored. */
import { sampleImage, signUpPerformer, type Person } from '../../../tests/kit/people/people';
import { publishItem } from '../../../tests/kit/content/published-item';
import { blobOf, videoFile } from '../../../tests/kit/files/media-clips';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let ada: Person;
beforeAll(async () => {
  testHost = await openTestHost();
  ada = await signUpPerformer(testHost, 'ada');
});
afterAll(() => testHost.close());

type Audience = 'public' | 'followers' | 'subscribers';
const audiences: Audience[] = ['public', 'followers', 'subscribers'];
const forSale = (audience: Audience) => ({ audience, isSale: true, price: 5 });
const rejection = { statusCode: 400, error: 'invalid_request', issues: [{ path: 'audience' }] };
const noFiles = { video: undefined, teaser: undefined, thumbnail: undefined };
const call = () => ({ token: ada.token });

const creations = {
  post: (audience: Audience) =>
    testHost.call('POST /performer/feeds', { body: { type: 'text', text: 'Sold', ...forSale(audience) } }, call()),
  gallery: (audience: Audience) =>
    testHost.call('POST /performer/performer-assets/galleries', { body: { title: 'Sold', ...forSale(audience) } }, call()),
  photo: async (audience: Audience) =>
    testHost.call(
      'POST /performer/performer-assets/photos/upload',
      { files: { photo: await sampleImage(64, 48) }, body: forSale(audience) },
      call(),
    ),
  video: async (audience: Audience) =>
    testHost.call(
      'POST /performer/performer-assets/videos/upload',
      {
        files: { ...noFiles, video: await blobOf(await videoFile({ length_s: 1 }), 'film.mp4') },
        body: { title: 'Sold', ...forSale(audience) },
      },
      call(),
    ),
};
const kinds = Object.keys(creations) as (keyof typeof creations)[];

const lists = {
  post: () => testHost.call('GET /performer/feeds', { query: {} }, call()),
  gallery: () => testHost.call('GET /performer/performer-assets/galleries/search', { query: {} }, call()),
  photo: () => testHost.call('GET /performer/performer-assets/photos/search', { query: {} }, call()),
  video: () => testHost.call('GET /performer/performer-assets/videos/search', { query: {} }, call()),
};

test.each(kinds)('a new %s that is for sale with an audience other than `paid` is rejected and not stored', async (kind) => {
  for (const audience of audiences) expect((await creations[kind](audience)).errorBody).toMatchObject(rejection);
  expect((await lists[kind]()).data.total).toBe(0);
});

test('putting a post, gallery or video up for sale with another audience is rejected and changes nothing', async () => {
  const change = async (kind: 'feed' | 'gallery' | 'video', body: object) => {
    const id = await publishItem(testHost, ada, kind, { audience: 'followers' });
    const params = { id };
    const input = { params, body } as const;
    if (kind === 'feed')
      return [
        await testHost.call('PUT /performer/feeds/:id', { params, body: { text: 'Hello', ...body } }, call()),
        (await testHost.call('GET /performer/feeds/:id', { params }, call())).data,
      ] as const;
    if (kind === 'gallery')
      return [
        await testHost.call('PUT /performer/performer-assets/galleries/:id', input, call()),
        (await testHost.call('GET /performer/performer-assets/galleries/:id/view', { params }, call())).data,
      ] as const;
    return [
      await testHost.call('PUT /performer/performer-assets/videos/edit/:id', { ...input, files: noFiles }, call()),
      (await testHost.call('GET /performer/performer-assets/videos/:id/view', { params }, call())).data,
    ] as const;
  };
  for (const kind of ['feed', 'gallery', 'video'] as const) {
    for (const audience of audiences) {
      const [response, after] = await change(kind, forSale(audience));
      expect(response.errorBody).toMatchObject(rejection);
      expect(after).toMatchObject({ audience: 'followers', isSale: false, price: null });
    }
    const [, after] = await change(kind, { audience: 'paid', isSale: true, price: 5 });
    expect(after).toMatchObject({ audience: 'paid', isSale: true, price: 5 });
  }
});

test('a price without the audience `paid` is rejected too, unless `isSale` is false', async () => {
  const post = (body: object) => testHost.call('POST /performer/feeds', { body: { type: 'text', text: 'Priced', ...body } }, call());
  for (const audience of audiences) expect((await post({ audience, price: 5 })).errorBody).toMatchObject(rejection);
  expect((await post({ price: 5 })).errorBody).toMatchObject(rejection);
  expect((await post({ audience: 'followers', isSale: false, price: 5 })).data).toMatchObject({ audience: 'followers', price: null });
  expect((await post({ audience: 'followers', price: null })).data).toMatchObject({ audience: 'followers', price: null });

  const id = await publishItem(testHost, ada, 'gallery', { audience: 'followers' });
  const change = (body: object) => testHost.call('PUT /performer/performer-assets/galleries/:id', { params: { id }, body }, call());
  expect((await change({ price: 5 })).errorBody).toMatchObject(rejection);
  expect((await change({ isSale: true, price: 5 })).data).toMatchObject({ audience: 'paid', price: 5 });
  expect((await change({ price: 6 })).data).toMatchObject({ audience: 'paid', price: 6 });
});
