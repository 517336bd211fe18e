/** The operators' console: failed jobs, messages of the contact form, and notes on accounts. */
import { eq, sql } from 'drizzle-orm';
import { auditLog, contactMessages, mails, operatorNotes } from '@server/platform/db/schema/site';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';

let testHost: TestHost;
let token: string;
let otherToken: string;

beforeAll(async () => {
  testHost = await openTestHost();
  ({ token } = await signUpOperator(testHost, 'olga'));
  ({ token: otherToken } = await signUpOperator(testHost, 'otto'));
});
afterAll(() => testHost.close());

const auditEntries = async (action: string) => testHost.ctx.db.select().from(auditLog).where(eq(auditLog.action, action));

describe('background jobs', () => {
  const find = async (query: object) => (await testHost.call('GET /admin/jobs/search', { query }, { token })).data;
  const retry = (id: string) => testHost.call('POST /admin/jobs/:id/retry', { params: { id } }, { token });

  /** A job that failed with this error output. */
  async function createFailedJob(output: object): Promise<string> {
    const mailId = testHost.ctx.random.id();
    await testHost.ctx.jobs.enqueue(testHost.ctx.db, 'mail/deliver', { mailId });
    const { rows } = await testHost.ctx.db.execute<{ id: string }>(sql`
      update jobs.job set state = 'failed', retry_count = retry_limit, started_on = now(), completed_on = now(),
        output = ${JSON.stringify(output)}::jsonb
      where name = 'mail/deliver' and data->>'mailId' = ${mailId} returning id`);
    return rows[0]?.id ?? '';
  }

  test('are shown only with ids, without their payload', async () => {
    await testHost.ctx.jobs.enqueue(testHost.ctx.db, 'auth/reset-link', { email: 'secret-person@example.com' });
    const [job] = (await find({ queue: 'auth/reset-link' })).data;
    expect(job).toMatchObject({ queue: 'auth/reset-link', state: 'created', about: [], tries: 0, failure: null });
    expect(Date.parse(job?.runsAt ?? '')).not.toBeNaN();
    expect(JSON.stringify(job)).not.toContain('secret-person');
  });

  test('have a failure text without email addresses, links, secrets and query parameters', async () => {
    const withSecrets = await createFailedJob({
      message: 'ann@example.com refused https://x.test/?token=1 with sk_live_0123456789abcdefghijkl\nat line 3',
    });
    const failedQuery = await createFailedJob({
      message: 'Failed query: select 1\nparams: hush',
      cause: { message: 'the relation is gone' },
    });
    const withoutOutput = await createFailedJob({});
    const jobs = new Map((await find({ state: 'failed', limit: 50 })).data.map((job) => [job._id, job]));
    expect(jobs.get(withSecrets)).toMatchObject({ failure: '… refused … with …', tries: 9, triesMax: 9, runsAt: null });
    expect(jobs.get(withSecrets)?.about).toMatchObject([{ name: 'mailId' }]);
    expect(jobs.get(failedQuery)?.failure).toBe('the relation is gone');
    expect(jobs.get(withoutOutput)?.failure).toBe('The job stopped without an error message or timed out.');
    expect((await find({})).queues).toContainEqual({ queue: 'mail/deliver', failed: 3 });
    expect((await find({ q: 'RESET', state: 'created' })).total).toBe(1);
  });

  test('are retried once when two operators retry, and then run', async () => {
    const [message] = await testHost.ctx.db.select({ id: mails.id }).from(mails).limit(1);
    const id = await createFailedJob({ message: 'away' });
    await testHost.ctx.db.execute(
      sql`update jobs.job set data = ${JSON.stringify({ mailId: message?.id ?? testHost.ctx.random.id() })}::jsonb where id = ${id}`,
    );
    const outcomes = await Promise.all([retry(id), retry(id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(outcomes.find(({ status }) => status === 409)?.errorBody.error).toBe('already_so');
    expect(await auditEntries('jobs.retry')).toMatchObject([
      { targetId: id, before: { state: 'failed' }, after: { queue: 'mail/deliver' } },
    ]);
    expect((await retry(testHost.ctx.random.id())).errorBody.error).toBe('job_not_found');
    await testHost.ctx.jobs.work(testHost.ctx);
    await eventually(async () => {
      const job = (await find({ queue: 'mail/deliver', limit: 100 })).data.find(({ _id }) => _id === id);
      expect(job?.state).toBe('completed');
    });
  });
});

describe('the inbox', () => {
  const write = (name: string, message: string) =>
    testHost.call('POST /contact', { body: { name, email: `${name.toLowerCase()}@example.com`, message } });
  const find = async (query: object = {}) => (await testHost.call('GET /admin/inbox/search', { query }, { token })).data;
  const reply = (id: string, authToken = token, text = 'We have looked into it.') =>
    testHost.call('POST /admin/inbox/:id/answer', { params: { id }, body: { text } }, { token: authToken });

  test('stores messages, notifies operators, and can be searched', async () => {
    await write('Wilma', 'I cannot find my receipts anywhere.');
    await write('Bert', 'My card was charged twice this week.');
    expect((await find({ sortBy: 'createdAt', sort: 'asc' })).data.map(({ name }) => name)).toEqual(['Wilma', 'Bert']);
    expect((await find({ q: 'RECEIPTS' })).data).toMatchObject([{ name: 'Wilma', email: 'wilma@example.com', reply: null }]);
    const { data } = await testHost.call('GET /notifications', {}, { token });
    expect(data.data).toMatchObject([{ type: 'inbox', count: 2, link: '/admin/inbox?state=waiting' }]);
  });

  test('allows one reply by mail per message, even when two operators reply concurrently', async () => {
    const [waiting] = (await find({ q: 'wilma' })).data;
    const id = waiting?._id ?? '';
    const outcomes = await Promise.all([reply(id), reply(id, otherToken)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(outcomes.find(({ status }) => status === 409)?.errorBody.error).toBe('already_so');
    expect(outcomes.find(({ status }) => status === 200)?.data.reply).toMatchObject({ text: 'We have looked into it.' });
    const sent = await testHost.ctx.db.select().from(mails).where(eq(mails.template, 'contact-answer'));
    expect(sent).toMatchObject([{ to: 'wilma@example.com' }]);
    expect(sent[0]?.text).toContain('We have looked into it.');
    expect(await auditEntries('inbox.answer')).toMatchObject([{ targetId: id, before: { repliedAt: null } }]);
    expect((await find({ state: 'waiting' })).data.map(({ name }) => name)).toEqual(['Bert']);
    expect((await find({ state: 'answered' })).data.map(({ name }) => name)).toEqual(['Wilma']);
    expect((await reply(testHost.ctx.random.id())).errorBody.error).toBe('contact_message_not_found');
    expect((await reply(id, token, '')).errorBody.error).toBe('invalid_request');
    expect(await testHost.ctx.db.$count(contactMessages)).toBe(2);
  });
});

describe('notes on people', () => {
  const add = (id: string, text: string, authToken = token) =>
    testHost.call('POST /admin/users/:id/notes', { params: { id }, body: { text } }, { token: authToken });
  const list = (id: string, authToken = token) => testHost.call('GET /admin/users/:id/notes', { params: { id } }, { token: authToken });
  const remove = (id: string, noteId: string, authToken = token) =>
    testHost.call('DELETE /admin/users/:id/notes/:noteId', { params: { id, noteId } }, { token: authToken });

  test('are readable by every operator and deleted only by their author', async () => {
    const fan = await signUpFan(testHost);
    const { data: note } = await add(fan.id, 'Called twice about a refund.');
    testHost.clock.advance({ seconds: 1 });
    await add(fan.id, 'Sent them the receipts.', otherToken);
    expect((await list(fan.id)).data.data).toMatchObject([
      { text: 'Sent them the receipts.', isOwn: false, author: { name: 'otto' } },
      { text: 'Called twice about a refund.', isOwn: true, author: { name: 'olga' } },
    ]);
    expect((await remove(fan.id, note._id, otherToken)).errorBody.error).toBe('not_owner');
    expect((await remove(fan.id, note._id)).data).toEqual({ deleted: true });
    expect((await remove(fan.id, note._id)).errorBody.error).toBe('note_not_found');
    expect(await testHost.ctx.db.$count(operatorNotes, eq(operatorNotes.accountId, fan.id))).toBe(1);
    expect(await auditEntries('notes.delete')).toMatchObject([{ targetId: fan.id, before: { noteId: note._id, length: 28 } }]);
  });

  test('require an account and a valid length', async () => {
    const missingId = testHost.ctx.random.id();
    expect((await add(missingId, 'x')).errorBody.error).toBe('user_not_found');
    expect((await list(missingId)).errorBody.error).toBe('user_not_found');
    const fan = await signUpFan(testHost);
    expect((await add(fan.id, 'x'.repeat(2001))).errorBody.error).toBe('invalid_request');
    expect((await add(fan.id, '  ')).errorBody.error).toBe('invalid_request');
  });
});
