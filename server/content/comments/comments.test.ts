/** Comments and replies: who can read, write and delete them, and that the totals are right. */
import { eq } from 'drizzle-orm';
import { items } from '@server/platform/db/schema/content';
import { files } from '@server/platform/db/schema/files';
import { comments, reactions } from '@server/platform/db/schema/responses';
import { retryOn503 } from '../../../tests/kit/timing/retry';
import { signUpFan, signUpOperator, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { addProduct } from '../../../tests/kit/content/products';
import { publishItem } from '../../../tests/kit/content/published-item';
import { countQueries } from '../../../tests/kit/host/queries';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
beforeAll(async () => {
  testHost = await openTestHost();
});
afterAll(() => testHost.close());

interface TestUser {
  id: string;
  token: string;
}
type ObjectType = 'feed' | 'video' | 'gallery' | 'product' | 'comment';
const missingId = '0198c0de-0000-7000-8000-00000000dead';

const addComment = (user: TestUser, objectType: ObjectType, objectId: string, content = 'Hello') =>
  retryOn503(() => testHost.call('POST /comments', { body: { objectType, objectId, content } }, { token: user.token }));
const listComments = (user: TestUser | null, objectType: ObjectType, objectId: string, query: object = {}) =>
  testHost.call('GET /comments', { query: { objectType, objectId, ...query } }, { token: user?.token ?? null });
const updateComment = (user: TestUser, id: string, content: string, file?: Blob) =>
  testHost.call('PUT /comments/:id', { params: { id }, body: { content }, files: { file } }, { token: user.token });
const deleteComment = (user: TestUser, id: string) =>
  retryOn503(() => testHost.call('DELETE /comments/:id', { params: { id } }, { token: user.token }));
const totalOf = async (id: string) => (await testHost.ctx.db.select().from(items).where(eq(items.id, id))).at(0)?.comments;
const setUp = async () => {
  const [fan, performer] = [await signUpFan(testHost), await signUpPerformer(testHost)];
  return { fan, performer, post: await publishItem(testHost, performer) };
};

describe('commenting', () => {
  test('increases the total of any kind of item, and replying increases that of the comment', async () => {
    const { fan, performer } = await setUp();
    for (const kind of ['feed', 'video', 'gallery', 'product'] as const) {
      const id = kind === 'product' ? (await addProduct(testHost, performer))._id : await publishItem(testHost, performer, kind);
      const first = await addComment(fan, kind, id, '  How lovely  ');
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
      const reply = await addComment(performer, 'comment', first.data._id, 'Thank you');
      expect(reply.data).toMatchObject({ objectType: 'comment', objectId: first.data._id });
      expect(await totalOf(id)).toBe(1);
      expect((await listComments(null, kind, id)).data).toMatchObject({
        total: 1,
        data: [{ totalReply: 1, isMine: false, mayDelete: false }],
      });
      expect((await listComments(fan, 'comment', first.data._id)).data).toMatchObject({
        total: 1,
        data: [{ content: 'Thank you', mayDelete: false }],
      });
      expect((await addComment(fan, 'comment', reply.data._id)).errorBody.error).toBe('reply_too_deep');
    }
  });

  test('puts the newest comment first in the list, across pages', async () => {
    const { fan, post } = await setUp();
    for (const content of ['one', 'two', 'three']) {
      await addComment(fan, 'feed', post, content);
      testHost.clock.advance({ seconds: 1 });
    }
    const first = await listComments(null, 'feed', post, { limit: 2 });
    const rest = await listComments(null, 'feed', post, { limit: 2, cursor: first.data.nextCursor });
    expect([...first.data.data, ...rest.data.data].map(({ content }) => content)).toEqual(['three', 'two', 'one']);
    expect((await listComments(null, 'feed', post, { q: 'TWO' })).data.total).toBe(1);
  });

  test('requires that the item exists and is open to the caller', async () => {
    const { fan, performer, post } = await setUp();
    for (const [type, error] of [
      ['feed', 'feed_not_found'],
      ['video', 'video_not_found'],
      ['gallery', 'gallery_not_found'],
      ['product', 'product_not_found'],
      ['comment', 'comment_not_found'],
    ] as const) {
      expect((await addComment(fan, type, missingId)).errorBody.error).toBe(error);
      expect((await listComments(fan, type, missingId)).errorBody.error).toBe(error);
    }
    const locked = await publishItem(testHost, performer, 'feed', { audience: 'followers' });
    const own = await addComment(performer, 'feed', locked);
    expect((await addComment(fan, 'feed', locked)).errorBody.error).toBe('content_locked');
    expect((await addComment(fan, 'comment', own.data._id)).errorBody.error).toBe('content_locked');
    expect((await listComments(null, 'feed', locked)).errorBody.error).toBe('content_locked');
    await testHost.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    expect((await addComment(fan, 'feed', post)).errorBody.error).toBe('blocked_by_performer');
    expect((await listComments(fan, 'feed', post)).errorBody.error).toBe('blocked_by_performer');
  });

  test('fifty times concurrently keeps the totals correct', async () => {
    const { fan, post } = await setUp();
    const first = await addComment(fan, 'feed', post);
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0 ? addComment(fan, 'feed', post) : addComment(fan, 'comment', first.data._id),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await totalOf(post)).toBe(26);
    const replies = await listComments(fan, 'comment', first.data._id, { limit: 100 });
    expect(replies.data.total).toBe(25);
    await Promise.all(replies.data.data.flatMap(({ _id }) => [deleteComment(fan, _id), deleteComment(fan, _id)]));
    expect((await listComments(fan, 'feed', post, { limit: 100 })).data.data.find(({ _id }) => _id === first.data._id)?.totalReply).toBe(0);
  });
});

describe('invisible characters', () => {
  test.each([
    ['a zero width space', '\u200b'],
    ['a word joiner and a zero width joiner', '\u2060 \u200d'],
    ['a Hangul filler', '\u3164'],
    ['a blank Braille pattern', '\u2800'],
    ['a variation selector', '\ufe0f'],
  ])('are rejected as the whole text of a comment, a reply or an edit: %s', async (_what, content) => {
    const { fan, post } = await setUp();
    const { data } = await addComment(fan, 'feed', post, 'Words');
    const rejection = { statusCode: 400, error: 'invalid_request', issues: [{ path: 'content' }] };
    expect((await addComment(fan, 'feed', post, content)).errorBody).toMatchObject(rejection);
    expect((await addComment(fan, 'comment', data._id, content)).errorBody).toMatchObject(rejection);
    expect((await updateComment(fan, data._id, content)).errorBody).toMatchObject(rejection);
    expect((await listComments(null, 'feed', post)).data).toMatchObject({ total: 1, data: [{ content: 'Words', totalReply: 0 }] });
  });

  test('are kept between visible characters', async () => {
    const { fan, post } = await setUp();
    expect((await addComment(fan, 'feed', post, '👩\u200d🚒')).data.content).toBe('👩\u200d🚒');
  });
});

describe('blocked people', () => {
  test('do not see each other’s comments, while everyone else sees both', async () => {
    const { fan, performer, post } = await setUp();
    const other = await signUpFan(testHost);
    const [mine, theirs] = [await addComment(fan, 'feed', post, 'mine'), await addComment(other, 'feed', post, 'theirs')];
    await addComment(other, 'comment', mine.data._id, 'below');
    await testHost.call('POST /block/users', { body: { targetId: other.id } }, { token: fan.token });
    const visibleContents = async (user: TestUser | null) =>
      (await listComments(user, 'feed', post)).data.data.map(({ content }) => content).sort();
    expect(await visibleContents(fan)).toEqual(['mine']);
    expect(await visibleContents(other)).toEqual(['theirs']);
    expect(await visibleContents(performer)).toEqual(['mine', 'theirs']);
    expect(await visibleContents(null)).toEqual(['mine', 'theirs']);
    expect((await listComments(fan, 'comment', mine.data._id)).data.total).toBe(0);
    expect((await addComment(fan, 'comment', theirs.data._id)).errorBody.error).toBe('comment_not_found');
    expect((await listComments(fan, 'comment', theirs.data._id)).errorBody.error).toBe('comment_not_found');
  });
});

describe('changing a comment', () => {
  test('is only for its author, and marks the comment as edited', async () => {
    const { fan, performer, post } = await setUp();
    const { data } = await addComment(fan, 'feed', post);
    expect((await updateComment(fan, data._id, 'Better words')).data).toMatchObject({
      content: 'Better words',
      isEdited: true,
      image: null,
    });
    const plain = await testHost.call(
      'PUT /comments/:id',
      { params: { id: data._id }, body: { content: 'As JSON' }, files: { file: undefined } },
      { token: fan.token },
    );
    expect(plain.data.content).toBe('As JSON');
    expect((await updateComment(performer, data._id, 'Not theirs')).errorBody.error).toBe('not_owner');
    expect((await updateComment(fan, missingId, 'Nothing')).errorBody.error).toBe('comment_not_found');
    await testHost.call('POST /block/users', { body: { targetId: fan.id } }, { token: performer.token });
    expect((await updateComment(fan, data._id, 'Behind a block')).errorBody.error).toBe('comment_not_found');
  });

  test('can attach an image, which is as visible as the item and replaces the previous one', async () => {
    const { fan, performer } = await setUp();
    const [stranger, follower] = [await signUpFan(testHost), await signUpFan(testHost)];
    for (const { token } of [fan, follower]) await testHost.call('POST /follows/:id', { params: { id: performer.id } }, { token });
    const post = await publishItem(testHost, performer, 'feed', { audience: 'followers' });
    const { data } = await addComment(fan, 'feed', post);
    const first = (await updateComment(fan, data._id, 'Look', await sampleImage())).data.image;
    const second = (await updateComment(fan, data._id, 'Look again', await sampleImage())).data.image;
    expect(first?._id).not.toBe(second?._id);
    expect(await testHost.ctx.db.$count(files, eq(files.id, first?._id ?? ''))).toBe(0);
    expect((await updateComment(fan, data._id, 'Only words')).data.image?._id).toBe(second?._id);
    const seen = (await listComments(follower, 'feed', post)).data.data[0]?.image;
    expect(seen).toMatchObject({ _id: second?._id, type: 'comment-image', status: 'finished' });
    const status = (user: TestUser | null) =>
      testHost.call('GET /files/:id/status', { params: { id: second?._id ?? '' } }, { token: user?.token ?? null });
    expect((await status(follower)).status).toBe(200);
    expect((await status(stranger)).errorBody.error).toBe('file_not_found');
    expect((await status(null)).errorBody.error).toBe('file_not_found');
    await deleteComment(fan, data._id);
    expect(await testHost.ctx.db.$count(files, eq(files.id, second?._id ?? ''))).toBe(0);
  });

  test('rejects a file that is not an image or cannot be read, and keeps the text', async () => {
    const { fan, post } = await setUp();
    const { data } = await addComment(fan, 'feed', post, 'As it was');
    const broken = new File([new Uint8Array((await (await sampleImage()).arrayBuffer()).slice(0, 400))], 'broken.jpg');
    expect((await updateComment(fan, data._id, 'New', new File(['words'], 'words.txt'))).errorBody.error).toBe('unsupported_media_type');
    expect((await updateComment(fan, data._id, 'New', broken)).errorBody.error).toBe('file_unreadable');
    await testHost.ctx.db.insert(files).values({
      id: testHost.ctx.random.id(),
      ownerId: fan.id,
      type: 'photo',
      name: 'all of it',
      mimeType: 'image/webp',
      size: 20 * 1024 ** 3,
      status: 'finished',
      variants: [],
      attachedKind: 'account',
      attachedId: fan.id,
      createdAt: testHost.clock.now(),
    });
    expect((await updateComment(fan, data._id, 'New', await sampleImage())).errorBody.error).toBe('quota_exceeded');
    expect((await listComments(null, 'feed', post)).data.data[0]).toMatchObject({ content: 'As it was', isEdited: false, image: null });
  });
});

describe('deleting a comment', () => {
  test('is allowed for its author, the owner of the item and operators, and updates the total', async () => {
    const { fan, performer, post } = await setUp();
    const [operator, stranger] = [await signUpOperator(testHost), await signUpFan(testHost)];
    for (const user of [fan, performer, operator]) {
      const { data } = await addComment(fan, 'feed', post);
      expect((await listComments(user, 'feed', post)).data.data[0]?.mayDelete).toBe(true);
      expect((await deleteComment(stranger, data._id)).errorBody.error).toBe('not_owner');
      expect(await totalOf(post)).toBe(1);
      expect((await deleteComment(user, data._id)).data).toEqual({ deleted: true });
      expect((await deleteComment(user, data._id)).errorBody.error).toBe('comment_not_found');
      expect(await totalOf(post)).toBe(0);
    }
  });

  test('with replies clears its text, and removes it once the last reply is deleted', async () => {
    const { fan, performer, post } = await setUp();
    const { data } = await addComment(fan, 'feed', post, 'What I said');
    const reply = await addComment(performer, 'comment', data._id, 'Still here');
    await testHost.call(
      'POST /reactions',
      { body: { objectType: 'comment', objectId: data._id, action: 'like' } },
      { token: performer.token },
    );
    await deleteComment(fan, data._id);
    expect(await totalOf(post)).toBe(0);
    expect((await listComments(fan, 'feed', post)).data.data).toMatchObject([
      { content: '', isDeleted: true, mayDelete: false, totalReply: 1 },
    ]);
    expect((await listComments(fan, 'comment', data._id)).data.data).toMatchObject([{ content: 'Still here' }]);
    expect((await addComment(fan, 'comment', data._id)).errorBody.error).toBe('comment_not_found');
    expect((await updateComment(fan, data._id, 'Back again')).errorBody.error).toBe('comment_not_found');
    await deleteComment(performer, reply.data._id);
    expect((await listComments(fan, 'feed', post)).data).toMatchObject({ data: [], total: 0 });
    expect(await testHost.ctx.db.$count(reactions, eq(reactions.objectId, data._id))).toBe(0);
  });

  test('during a concurrent reply never leaves a reply without its comment', async () => {
    const { fan, performer, post } = await setUp();
    for (let round = 0; round < 10; round += 1) {
      const { data } = await addComment(fan, 'feed', post);
      const [reply, deletion] = await Promise.all([addComment(performer, 'comment', data._id), deleteComment(fan, data._id)]);
      expect(deletion.status).toBe(200);
      expect([200, 404]).toContain(reply.status);
      const remaining = await testHost.ctx.db.$count(comments, eq(comments.id, data._id));
      expect(remaining).toBe(reply.status === 200 ? 1 : 0);
      expect(await totalOf(post)).toBe(0);
    }
  });
});

test('uses the same number of queries for ten comments and for a hundred', async () => {
  const { fan, performer, post } = await setUp();
  const authors = await Promise.all(Array.from({ length: 5 }, () => signUpFan(testHost)));
  for (let count = 0; count < 100; count += 1) await addComment(authors[count % 5] ?? fan, 'feed', post);
  const queriesFor = (limit: number) =>
    countQueries(testHost, async () => (await listComments(performer, 'feed', post, { limit })).data.data.length);
  const [few, many] = [await queriesFor(10), await queriesFor(100)];
  expect([few.result, many.result]).toEqual([10, 100]);
  expect(many.queries).toBe(few.queries);
});
