/** Blocked words: found in any disguise, in every public text, with immediate effect on every API server. */
import { asc, eq } from 'drizzle-orm';
import { endpoint, type Name } from '@contract/api';
import { checkedTextFields } from '@contract/checked-texts';
import { auditLog } from '@server/platform/db/schema/site';
import { finderOf } from '@server/platform/words/word-list';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator, signUpPerformer, sampleImage } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

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

describe('a list of blocked words', () => {
  let testHost: TestHost;
  let operator: { token: string };
  let performer: { token: string; id: string; username: string };
  let fan: { token: string; id: string };

  const put = (...words: string[]) =>
    testHost.call('PUT /admin/keyword-filters', { body: { words: words.map((text) => ({ text })) } }, { token: operator.token });

  beforeAll(async () => {
    testHost = await openTestHost();
    operator = await signUpOperator(testHost);
    performer = await signUpPerformer(testHost);
    fan = await signUpFan(testHost);
    await put('badword');
  });
  afterAll(() => testHost.close());

  test.each<
    [string, string, () => Promise<{ status: number; errorBody: { error: string; message: string; issues?: { path: string }[] } }>]
  >([
    [
      'a post',
      'text',
      () => testHost.call('POST /performer/feeds', { body: { type: 'text', text: 'A badword.' } }, { token: performer.token }),
    ],
    [
      'a poll',
      'options.1',
      () =>
        testHost.call(
          'POST /performer/feeds/polls',
          { body: { question: 'Which?', options: ['This', 'Bad\u200bword'] } },
          { token: performer.token },
        ),
    ],
    ['a name', 'name', () => testHost.call('PUT /users', { body: { name: 'Badword' } }, { token: fan.token })],
    ['a username', 'username', () => testHost.call('PUT /users', { body: { username: 'the.badword' } }, { token: fan.token })],
    [
      'a bio',
      'bio',
      () => testHost.call('PUT /performers/:id', { params: { id: 'me' }, body: { bio: 'No badword here' } }, { token: performer.token }),
    ],
    [
      'a product',
      'description',
      async () =>
        testHost.call(
          'POST /performer/performer-assets/products',
          {
            body: { name: 'Print', description: 'badword', type: 'physical', price: 5, stock: 3 },
            files: { image: await sampleImage() },
          } as never,
          { token: performer.token },
        ),
    ],
    [
      'a comment',
      'content',
      () => testHost.call('POST /comments', { body: { objectType: 'feed', objectId: fan.id, content: 'badword' } }, { token: fan.token }),
    ],
    [
      'a message',
      'text',
      () =>
        testHost.call(
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
      () => testHost.call('POST /messages/stream/:id', { params: { id: fan.id }, body: { text: 'BADWORD' } }, { token: fan.token }),
    ],
    [
      'a tip',
      'text',
      () =>
        testHost.call(
          'POST /wallet/charges/tip/:id',
          { params: { id: performer.id }, body: { price: 20, text: 'badword' } },
          { token: fan.token },
        ),
    ],
  ])('rejects %s that contains a blocked word, with the field and the word', async (_what, path, write) => {
    const { status, errorBody } = await write();
    expect([status, errorBody.error, errorBody.issues?.[0]?.path]).toEqual([422, 'words_refused', path]);
    expect(errorBody.message).toContain('“badword”');
  });

  test('is checked only in fields that exist', () => {
    for (const [name, fields] of Object.entries(checkedTextFields)) {
      const { body } = endpoint(name as Name);
      for (const field of fields) {
        const issues = body?.safeParse(Object.fromEntries([[field.split(/[.[]/)[0], Symbol('no text')]])).error?.issues ?? [];
        expect([name, field, issues.some((issue) => issue.path[0] === field.split(/[.[]/)[0])]).toEqual([name, field, true]);
      }
    }
  });

  test('applies immediately on every API server, is audited, and stops blocking a removed word', async () => {
    const other = await openTestHost({ DATABASE_URL: testHost.databaseUrl });
    const write = (host: TestHost, text: string) =>
      host.call('POST /performer/feeds', { body: { type: 'text', text } }, { token: performer.token });
    await eventually(async () => expect((await write(other, 'badword')).errorBody.error).toBe('words_refused'));
    expect((await put('fig', 'FIG', 'pear')).data.words).toEqual([
      { text: 'FIG', match: 'word', action: 'refuse' },
      { text: 'pear', match: 'word', action: 'refuse' },
    ]);
    expect((await write(testHost, 'a fig')).errorBody.error).toBe('words_refused');
    expect((await write(testHost, 'badword')).status).toBe(200);
    await eventually(async () => expect((await write(other, 'a fig')).errorBody.error).toBe('words_refused'));
    await other.close();
    const auditEntries = await testHost.ctx.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, 'words'))
      .orderBy(asc(auditLog.createdAt));
    expect(auditEntries.at(-1)).toMatchObject({
      action: 'words.change',
      before: { words: [{ text: 'badword' }] },
      after: { words: [{ text: 'FIG' }, { text: 'pear' }] },
    });
    expect((await testHost.call('GET /admin/keyword-filters', {}, { token: operator.token })).data.words).toHaveLength(2);
  });

  test('rejects words without a letter or digit, and more words than the limit', async () => {
    expect((await put('ok', '\u200b\u200b!')).errorBody).toMatchObject({ error: 'invalid_request', issues: [{ path: 'words.1.text' }] });
    expect((await put(...Array.from({ length: 501 }, (_, index) => `w${String(index)}`))).errorBody.error).toBe('invalid_request');
  });
});
