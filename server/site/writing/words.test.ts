/** Words that nobody may write: found however they are dressed up, in every text that others read, on every host at once. */
import { asc, eq } from 'drizzle-orm';
import { endpoint, type Name } from '@contract/api';
import { saidIn } from '@contract/checked-texts';
import { auditLog } from '@server/platform/db/schema/schema';
import { finderOf } from '@server/platform/words/word-list';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator, signUpPerformer, somePicture } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

const find = finderOf([
  { text: 'Badword', match: 'word' },
  { text: 'dark deal', match: 'word' },
  { text: 'scam', match: 'part' },
  { text: 'зло', match: 'word' },
]);

test.each([
  ['a BADWORD!', 'Badword'],
  ['bad\u200bword', 'Badword'],
  ['b\u00adadw\u2060ord', 'Badword'],
  ['b\u0430dword', 'Badword'],
  ['ｂａｄｗｏｒｄ', 'Badword'],
  ['𝐛𝐚𝐝𝐰𝐨𝐫𝐝', 'Badword'],
  ['bádwörd', 'Badword'],
  ['b a d w o r d', 'Badword'],
  ['b.a-d_w*o/r d', 'Badword'],
  ['b@dword', 'Badword'],
  ['\u202ebadword\u202c', 'Badword'],
  ['a dark,\n  deal', 'dark deal'],
  ['megascammer', 'scam'],
  ['s-c-a-m', 'scam'],
  ['sc.ammer', 'scam'],
  ['ЗЛО', 'зло'],
  ['badwords', null],
  ['a darker deal', null],
  ['his camera', null],
  ['', null],
])('in %j the list finds %p', (text, word) => {
  expect(find(text)).toBe(word);
});

describe('a list', () => {
  let world: World;
  let operator: { token: string };
  let performer: { token: string; id: string; username: string };
  let fan: { token: string; id: string };

  const put = (...words: string[]) =>
    world.call('PUT /admin/keyword-filters', { body: { words: words.map((text) => ({ text })) } }, { token: operator.token });

  beforeAll(async () => {
    world = await openWorld();
    operator = await signUpOperator(world);
    performer = await signUpPerformer(world);
    fan = await signUpFan(world);
    await put('badword');
  });
  afterAll(() => world.close());

  test.each<[string, string, () => Promise<{ status: number; refusal: { error: string; message: string; issues?: { path: string }[] } }>]>([
    [
      'a post',
      'text',
      () => world.call('POST /performer/feeds', { body: { type: 'text', text: 'A badword.' } }, { token: performer.token }),
    ],
    [
      'a poll',
      'options.1',
      () =>
        world.call(
          'POST /performer/feeds/polls',
          { body: { question: 'Which?', options: ['This', 'Bad\u200bword'] } },
          { token: performer.token },
        ),
    ],
    ['a name', 'name', () => world.call('PUT /users', { body: { name: 'Badword' } }, { token: fan.token })],
    ['a username', 'username', () => world.call('PUT /users', { body: { username: 'the.badword' } }, { token: fan.token })],
    [
      'a bio',
      'bio',
      () => world.call('PUT /performers/:id', { params: { id: 'me' }, body: { bio: 'No badword here' } }, { token: performer.token }),
    ],
    [
      'a product',
      'description',
      async () =>
        world.call(
          'POST /performer/performer-assets/products',
          {
            body: { name: 'Print', description: 'badword', type: 'physical', price: 5, stock: 3 },
            files: { image: await somePicture() },
          } as never,
          { token: performer.token },
        ),
    ],
    [
      'a comment',
      'content',
      () => world.call('POST /comments', { body: { objectType: 'feed', objectId: fan.id, content: 'badword' } }, { token: fan.token }),
    ],
    [
      'a message',
      'text',
      () =>
        world.call(
          'POST /messages/conversations/:id',
          { params: { id: fan.id }, body: { text: 'badword' } },
          {
            token: fan.token,
          },
        ),
    ],
    [
      'the chat of a show',
      'text',
      () => world.call('POST /messages/stream/:id', { params: { id: fan.id }, body: { text: 'BADWORD' } }, { token: fan.token }),
    ],
    [
      'a tip',
      'text',
      () =>
        world.call(
          'POST /wallet/charges/tip/:id',
          { params: { id: performer.id }, body: { price: 20, text: 'badword' } },
          { token: fan.token },
        ),
    ],
  ])('refuses %s with it, at its field and naming the word', async (_what, path, write) => {
    const { status, refusal } = await write();
    expect([status, refusal.error, refusal.issues?.[0]?.path]).toEqual([422, 'words_refused', path]);
    expect(refusal.message).toContain('“badword”');
  });

  test('names fields that there are', () => {
    for (const [name, fields] of Object.entries(saidIn)) {
      const { body } = endpoint(name as Name);
      for (const field of fields) {
        const refused = body?.safeParse(Object.fromEntries([[field.split(/[.[]/)[0], Symbol('no text')]])).error?.issues ?? [];
        expect([name, field, refused.some((issue) => issue.path[0] === field.split(/[.[]/)[0])]).toEqual([name, field, true]);
      }
    }
  });

  test('holds at once on every host, leaves a trail, and lets go when a word is taken off', async () => {
    const other = await openWorld({ DATABASE_URL: world.databaseUrl });
    const write = (host: World, text: string) =>
      host.call('POST /performer/feeds', { body: { type: 'text', text } }, { token: performer.token });
    await eventually(async () => expect((await write(other, 'badword')).refusal.error).toBe('words_refused'));
    expect((await put('fig', 'FIG', 'pear')).data.words).toEqual([
      { text: 'FIG', match: 'word', action: 'refuse' },
      { text: 'pear', match: 'word', action: 'refuse' },
    ]);
    expect((await write(world, 'a fig')).refusal.error).toBe('words_refused');
    expect((await write(world, 'badword')).status).toBe(200);
    await eventually(async () => expect((await write(other, 'a fig')).refusal.error).toBe('words_refused'));
    await other.close();
    const trail = await world.ctx.db.select().from(auditLog).where(eq(auditLog.targetId, 'words')).orderBy(asc(auditLog.createdAt));
    expect(trail.at(-1)).toMatchObject({
      action: 'words.change',
      before: { words: [{ text: 'badword' }] },
      after: { words: [{ text: 'FIG' }, { text: 'pear' }] },
    });
    expect((await world.call('GET /admin/keyword-filters', {}, { token: operator.token })).data.words).toHaveLength(2);
  });

  test('takes no word without a letter or digit, and not more than it holds', async () => {
    expect((await put('ok', '\u200b\u200b!')).refusal).toMatchObject({ error: 'invalid_request', issues: [{ path: 'words.1.text' }] });
    expect((await put(...Array.from({ length: 501 }, (_, index) => `w${String(index)}`))).refusal.error).toBe('invalid_request');
  });
});
