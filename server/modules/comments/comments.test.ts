/** Comments and answers: who reads, writes and deletes them, and that totals are right. */
import { eq } from 'drizzle-orm';
import { comments, files, items, reactions } from '@server/platform/db/schema/schema';
import { insist } from '../../../tests/kit/timing/retry';
import { signUpFan, signUpOperator, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { addProduct } from '../../../tests/kit/content/products';
import { published } from '../../../tests/kit/content/published-item';
import { countingQueries } from '../../../tests/support/queries';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Somebody {
  id: string;
  token: string;
}
type ObjectType = 'feed' | 'video' | 'gallery' | 'product' | 'comment';
const nobody = '0198c0de-0000-7000-8000-00000000dead';

const say = (who: Somebody, objectType: ObjectType, objectId: string, content = 'Hello') =>
  insist(() => world.call('POST /comments', { body: { objectType, objectId, content } }, { token: who.token }));
const read = (who: Somebody | null, objectType: ObjectType, objectId: string, query: object = {}) =>
  world.call('GET /comments', { query: { objectType, objectId, ...query } }, { token: who?.token ?? null });
const change = (who: Somebody, id: string, content: string, file?: Blob) =>
  world.call('PUT /comments/:id', { params: { id }, body: { content }, files: { file } }, { token: who.token });
const remove = (who: Somebody, id: string) => insist(() => world.call('DELETE /comments/:id', { params: { id } }, { token: who.token }));
const totalOf = async (id: string) => (await world.ctx.db.select().from(items).where(eq(items.id, id))).at(0)?.comments;
const scene = async () => {
  const [fan, performer] = [await signUpFan(world), await signUpPerformer(world)];
  return { fan, performer, post: await published(world, performer) };
};

describe('commenting', () => {
  test('on every kind counts there, and answers count on the comment', async () => {
    const { fan, performer } = await scene();
    for (const kind of ['feed', 'video', 'gallery', 'product'] as const) {
      const id = kind === 'product' ? (await addProduct(world, performer))._id : await published(world, performer, kind);
      const first = await say(fan, kind, id, '  How lovely  ');
      expect(first.data).toMatchObject({
        objectType: kind,
        objectId: id,
        content: 'How lovely',
        creator: { _id: fan.id },
        isMine: true,
        mayDelete: true,
        isEdited: false,
        isDeleted: false,
        totalReply: 0,
      });
      const answer = await say(performer, 'comment', first.data._id, 'Thank you');
      expect(answer.data).toMatchObject({ objectType: 'comment', objectId: first.data._id });
      expect(await totalOf(id)).toBe(1);
      expect((await read(null, kind, id)).data).toMatchObject({ total: 1, data: [{ totalReply: 1, isMine: false, mayDelete: false }] });
      expect((await read(fan, 'comment', first.data._id)).data).toMatchObject({
        total: 1,
        data: [{ content: 'Thank you', mayDelete: false }],
      });
      expect((await say(fan, 'comment', answer.data._id)).refusal.error).toBe('reply_too_deep');
    }
  });

  test('is listed the newest first, also behind a cursor', async () => {
    const { fan, post } = await scene();
    for (const words of ['one', 'two', 'three']) {
      await say(fan, 'feed', post, words);
      world.clock.advance({ seconds: 1 });
    }
    const first = await read(null, 'feed', post, { limit: 2 });
    const rest = await read(null, 'feed', post, { limit: 2, cursor: first.data.nextCursor });
    expect([...first.data.data, ...rest.data.data].map(({ content }) => content)).toEqual(['three', 'two', 'one']);
    expect((await read(null, 'feed', post, { q: 'TWO' })).data.total).toBe(1);
  });

  test('needs the thing to be there and open', async () => {
    const { fan, performer, post } = await scene();
    for (const [type, error] of [
      ['feed', 'feed_not_found'],
      ['video', 'video_not_found'],
      ['gallery', 'gallery_not_found'],
      ['product', 'product_not_found'],
      ['comment', 'comment_not_found'],
    ] as const) {
      expect((await say(fan, type, nobody)).refusal.error).toBe(error);
      expect((await read(fan, type, nobody)).refusal.error).toBe(error);
    }
    const locked = await published(world, performer, 'feed', { audience: 'followers' });
    const own = await say(performer, 'feed', locked);
    expect((await say(fan, 'feed', locked)).refusal.error).toBe('content_locked');
    expect((await say(fan, 'comment', own.data._id)).refusal.error).toBe('content_locked');
    expect((await read(null, 'feed', locked)).refusal.error).toBe('content_locked');
    await world.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    expect((await say(fan, 'feed', post)).refusal.error).toBe('blocked_by_performer');
    expect((await read(fan, 'feed', post)).refusal.error).toBe('blocked_by_performer');
  });

  test('fifty at once count fifty', async () => {
    const { fan, post } = await scene();
    const first = await say(fan, 'feed', post);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? say(fan, 'feed', post) : say(fan, 'comment', first.data._id))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await totalOf(post)).toBe(26);
    const below = await read(fan, 'comment', first.data._id, { limit: 100 });
    expect(below.data.total).toBe(25);
    await Promise.all(below.data.data.flatMap(({ _id }) => [remove(fan, _id), remove(fan, _id)]));
    expect((await read(fan, 'feed', post, { limit: 100 })).data.data.find(({ _id }) => _id === first.data._id)?.totalReply).toBe(0);
  });
});

describe('blocked people', () => {
  test('do not read each other, and everybody else reads both', async () => {
    const { fan, performer, post } = await scene();
    const other = await signUpFan(world);
    const [mine, hers] = [await say(fan, 'feed', post, 'mine'), await say(other, 'feed', post, 'hers')];
    await say(other, 'comment', mine.data._id, 'below');
    await world.call('POST /block/users', { body: { targetId: other.id } }, { token: fan.token });
    const words = async (who: Somebody | null) => (await read(who, 'feed', post)).data.data.map(({ content }) => content).sort();
    expect(await words(fan)).toEqual(['mine']);
    expect(await words(other)).toEqual(['hers']);
    expect(await words(performer)).toEqual(['hers', 'mine']);
    expect(await words(null)).toEqual(['hers', 'mine']);
    expect((await read(fan, 'comment', mine.data._id)).data.total).toBe(0);
    expect((await say(fan, 'comment', hers.data._id)).refusal.error).toBe('comment_not_found');
    expect((await read(fan, 'comment', hers.data._id)).refusal.error).toBe('comment_not_found');
  });
});

describe('changing a comment', () => {
  test('is for its author, and marks it', async () => {
    const { fan, performer, post } = await scene();
    const { data } = await say(fan, 'feed', post);
    expect((await change(fan, data._id, 'Better words')).data).toMatchObject({ content: 'Better words', isEdited: true, image: null });
    const plain = await world.call(
      'PUT /comments/:id',
      { params: { id: data._id }, body: { content: 'As JSON' }, files: { file: undefined } },
      { token: fan.token },
    );
    expect(plain.data.content).toBe('As JSON');
    expect((await change(performer, data._id, 'Not hers')).refusal.error).toBe('not_owner');
    expect((await change(fan, nobody, 'Nothing')).refusal.error).toBe('comment_not_found');
    await world.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    expect((await change(fan, data._id, 'Behind a block')).refusal.error).toBe('comment_not_found');
  });

  test('may give it a picture, which is seen as the thing is, and replaces the one before', async () => {
    const { fan, performer } = await scene();
    const [stranger, follower] = [await signUpFan(world), await signUpFan(world)];
    for (const { token } of [fan, follower]) await world.call('POST /follows/:id', { params: { id: performer.id } }, { token });
    const post = await published(world, performer, 'feed', { audience: 'followers' });
    const { data } = await say(fan, 'feed', post);
    const first = (await change(fan, data._id, 'Look', await somePicture())).data.image;
    const second = (await change(fan, data._id, 'Look again', await somePicture())).data.image;
    expect(first?._id).not.toBe(second?._id);
    expect(await world.ctx.db.$count(files, eq(files.id, first?._id ?? ''))).toBe(0);
    expect((await change(fan, data._id, 'Only words')).data.image?._id).toBe(second?._id);
    const seen = (await read(follower, 'feed', post)).data.data[0]?.image;
    expect(seen).toMatchObject({ _id: second?._id, type: 'comment-image', status: 'finished' });
    const status = (who: Somebody | null) =>
      world.call('GET /files/:id/status', { params: { id: second?._id ?? '' } }, { token: who?.token ?? null });
    expect((await status(follower)).status).toBe(200);
    expect((await status(stranger)).refusal.error).toBe('file_not_found');
    expect((await status(null)).refusal.error).toBe('file_not_found');
    await remove(fan, data._id);
    expect(await world.ctx.db.$count(files, eq(files.id, second?._id ?? ''))).toBe(0);
  });

  test('refuses a file that is no picture or that cannot be read, and leaves the words', async () => {
    const { fan, post } = await scene();
    const { data } = await say(fan, 'feed', post, 'As it was');
    const broken = new File([new Uint8Array((await (await somePicture()).arrayBuffer()).slice(0, 400))], 'broken.jpg');
    expect((await change(fan, data._id, 'New', new File(['words'], 'words.txt'))).refusal.error).toBe('unsupported_media_type');
    expect((await change(fan, data._id, 'New', broken)).refusal.error).toBe('file_unreadable');
    await world.ctx.db.insert(files).values({
      id: world.ctx.chance.id(),
      ownerId: fan.id,
      type: 'photo',
      name: 'all of it',
      mimeType: 'image/webp',
      size: 20 * 1024 ** 3,
      status: 'finished',
      variants: [],
      attachedTo: 'nothing',
      createdAt: world.clock.now(),
    });
    expect((await change(fan, data._id, 'New', await somePicture())).refusal.error).toBe('quota_exceeded');
    expect((await read(null, 'feed', post)).data.data[0]).toMatchObject({ content: 'As it was', isEdited: false, image: null });
  });
});

describe('deleting a comment', () => {
  test('is for its author, the owner of the thing and operators, and takes it from the total', async () => {
    const { fan, performer, post } = await scene();
    const [operator, stranger] = [await signUpOperator(world), await signUpFan(world)];
    for (const who of [fan, performer, operator]) {
      const { data } = await say(fan, 'feed', post);
      expect((await read(who, 'feed', post)).data.data[0]?.mayDelete).toBe(true);
      expect((await remove(stranger, data._id)).refusal.error).toBe('not_owner');
      expect(await totalOf(post)).toBe(1);
      expect((await remove(who, data._id)).data).toEqual({ deleted: true });
      expect((await remove(who, data._id)).refusal.error).toBe('comment_not_found');
      expect(await totalOf(post)).toBe(0);
    }
  });

  test('with answers leaves it without its words, until the last answer goes', async () => {
    const { fan, performer, post } = await scene();
    const { data } = await say(fan, 'feed', post, 'What I said');
    const answer = await say(performer, 'comment', data._id, 'Still here');
    await world.call(
      'POST /reactions',
      { body: { objectType: 'comment', objectId: data._id, action: 'like' } },
      { token: performer.token },
    );
    await remove(fan, data._id);
    expect(await totalOf(post)).toBe(0);
    expect((await read(fan, 'feed', post)).data.data).toMatchObject([{ content: '', isDeleted: true, mayDelete: false, totalReply: 1 }]);
    expect((await read(fan, 'comment', data._id)).data.data).toMatchObject([{ content: 'Still here' }]);
    expect((await say(fan, 'comment', data._id)).refusal.error).toBe('comment_not_found');
    expect((await change(fan, data._id, 'Back again')).refusal.error).toBe('comment_not_found');
    await remove(performer, answer.data._id);
    expect((await read(fan, 'feed', post)).data).toMatchObject({ data: [], total: 0 });
    expect(await world.ctx.db.$count(reactions, eq(reactions.objectId, data._id))).toBe(0);
  });

  test('while it is answered ends in one of two ways, never with an answer to nothing', async () => {
    const { fan, performer, post } = await scene();
    for (let round = 0; round < 10; round += 1) {
      const { data } = await say(fan, 'feed', post);
      const [answer, gone] = await Promise.all([say(performer, 'comment', data._id), remove(fan, data._id)]);
      expect(gone.status).toBe(200);
      expect([200, 404]).toContain(answer.status);
      const left = await world.ctx.db.$count(comments, eq(comments.id, data._id));
      expect(left).toBe(answer.status === 200 ? 1 : 0);
      expect(await totalOf(post)).toBe(0);
    }
  });
});

test('ten comments and a hundred cost the same number of queries', async () => {
  const { fan, performer, post } = await scene();
  const crowd = await Promise.all(Array.from({ length: 5 }, () => signUpFan(world)));
  for (let count = 0; count < 100; count += 1) await say(crowd[count % 5] ?? fan, 'feed', post);
  const shown = (limit: number) => countingQueries(world, async () => (await read(performer, 'feed', post, { limit })).data.data.length);
  const [few, many] = [await shown(10), await shown(100)];
  expect([few.result, many.result]).toEqual([10, 100]);
  expect(many.queries).toBe(few.queries);
});
