/** What comes to the operators' desk: failed jobs, messages of the contact form, and notes on people. */
import { eq, sql } from 'drizzle-orm';
import { auditLog, contactMessages, mails, operatorNotes } from '@server/platform/db/schema/schema';
import { eventually } from '../../../tests/kit/timing/eventually';
import { signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { openWorld, type World } from '../../../tests/kit/host/test-host';

let world: World;
let token: string;
let otherToken: string;

beforeAll(async () => {
  world = await openWorld();
  ({ token } = await signUpOperator(world, 'olga'));
  ({ token: otherToken } = await signUpOperator(world, 'otto'));
});
afterAll(() => world.close());

const trail = async (action: string) => world.ctx.db.select().from(auditLog).where(eq(auditLog.action, action));

describe('background jobs', () => {
  const find = async (query: object) => (await world.call('GET /admin/jobs/search', { query }, { token })).data;
  const retry = (id: string) => world.call('POST /admin/jobs/:id/retry', { params: { id } }, { token });

  /** A job that failed with these words of its error. */
  async function failed(output: object): Promise<string> {
    const mailId = world.ctx.chance.id();
    await world.ctx.jobs.enqueue(world.ctx.db, 'mail/deliver', { mailId });
    const { rows } = await world.ctx.db.execute<{ id: string }>(sql`
      update jobs.job set state = 'failed', retry_count = retry_limit, started_on = now(), completed_on = now(),
        output = ${JSON.stringify(output)}::jsonb
      where name = 'mail/deliver' and data->>'mailId' = ${mailId} returning id`);
    return rows[0]?.id ?? '';
  }

  test('show what they work on by its id alone, and never what they carry', async () => {
    await world.ctx.jobs.enqueue(world.ctx.db, 'auth/reset-link', { email: 'secret-person@example.com' });
    const [job] = (await find({ queue: 'auth/reset-link' })).data;
    expect(job).toMatchObject({ queue: 'auth/reset-link', state: 'created', about: [], tries: 0, failure: null });
    expect(Date.parse(job?.runsAt ?? '')).not.toBeNaN();
    expect(JSON.stringify(job)).not.toContain('secret-person');
  });

  test('say why they failed without addresses, links, keys and parameters of queries', async () => {
    const told = await failed({
      message: 'ann@example.com refused https://x.test/?token=1 with sk_live_0123456789abcdefghijkl\nat line 3',
    });
    const queried = await failed({ message: 'Failed query: select 1\nparams: hush', cause: { message: 'the relation is gone' } });
    const silent = await failed({});
    const jobs = new Map((await find({ state: 'failed', limit: 50 })).data.map((job) => [job._id, job]));
    expect(jobs.get(told)).toMatchObject({ failure: '… refused … with …', tries: 9, triesMax: 9, runsAt: null });
    expect(jobs.get(told)?.about).toMatchObject([{ name: 'mailId' }]);
    expect(jobs.get(queried)?.failure).toBe('the relation is gone');
    expect(jobs.get(silent)?.failure).toBe('It ended without a word, or took too long.');
    expect((await find({})).queues).toContainEqual({ queue: 'mail/deliver', failed: 3 });
    expect((await find({ q: 'RESET', state: 'created' })).total).toBe(1);
  });

  test('are tried again once, by one of two who ask, and then do their work', async () => {
    const [message] = await world.ctx.db.select({ id: mails.id }).from(mails).limit(1);
    const id = await failed({ message: 'away' });
    await world.ctx.db.execute(
      sql`update jobs.job set data = ${JSON.stringify({ mailId: message?.id ?? world.ctx.chance.id() })}::jsonb where id = ${id}`,
    );
    const outcomes = await Promise.all([retry(id), retry(id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(outcomes.find(({ status }) => status === 409)?.refusal.error).toBe('already_so');
    expect(await trail('jobs.retry')).toMatchObject([{ targetId: id, before: { state: 'failed' }, after: { queue: 'mail/deliver' } }]);
    expect((await retry(world.ctx.chance.id())).refusal.error).toBe('job_not_found');
    await world.ctx.jobs.work(world.ctx);
    await eventually(async () => {
      const job = (await find({ queue: 'mail/deliver', limit: 100 })).data.find(({ _id }) => _id === id);
      expect(job?.state).toBe('completed');
    }, 10_000);
  });
});

describe('the inbox', () => {
  const write = (name: string, message: string) =>
    world.call('POST /contact', { body: { name, email: `${name.toLowerCase()}@example.com`, message } });
  const find = async (query: object = {}) => (await world.call('GET /admin/inbox/search', { query }, { token })).data;
  const answer = (id: string, by = token, text = 'We have looked into it.') =>
    world.call('POST /admin/inbox/:id/answer', { params: { id }, body: { text } }, { token: by });

  test('keeps every message, tells the operators, and finds it', async () => {
    await write('Wilma', 'I cannot find my receipts anywhere.');
    await write('Bert', 'My card was charged twice this week.');
    expect((await find({ sortBy: 'createdAt', sort: 'asc' })).data.map(({ name }) => name)).toEqual(['Wilma', 'Bert']);
    expect((await find({ q: 'RECEIPTS' })).data).toMatchObject([{ name: 'Wilma', email: 'wilma@example.com', reply: null }]);
    const { data } = await world.call('GET /notifications', {}, { token });
    expect(data.data).toMatchObject([{ type: 'inbox', count: 2, link: '/admin/inbox?state=waiting' }]);
  });

  test('a message is answered by mail, once, also when two answer at the same moment', async () => {
    const [waiting] = (await find({ q: 'wilma' })).data;
    const id = waiting?._id ?? '';
    const outcomes = await Promise.all([answer(id), answer(id, otherToken)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(outcomes.find(({ status }) => status === 409)?.refusal.error).toBe('already_so');
    expect(outcomes.find(({ status }) => status === 200)?.data.reply).toMatchObject({ text: 'We have looked into it.' });
    const sent = await world.ctx.db.select().from(mails).where(eq(mails.template, 'contact-answer'));
    expect(sent).toMatchObject([{ to: 'wilma@example.com' }]);
    expect(sent[0]?.text).toContain('We have looked into it.');
    expect(await trail('inbox.answer')).toMatchObject([{ targetId: id, before: { repliedAt: null } }]);
    expect((await find({ state: 'waiting' })).data.map(({ name }) => name)).toEqual(['Bert']);
    expect((await find({ state: 'answered' })).data.map(({ name }) => name)).toEqual(['Wilma']);
    expect((await answer(world.ctx.chance.id())).refusal.error).toBe('contact_message_not_found');
    expect((await answer(id, token, '')).refusal.error).toBe('invalid_request');
    expect(await world.ctx.db.$count(contactMessages)).toBe(2);
  });
});

describe('notes on people', () => {
  const add = (id: string, text: string, by = token) =>
    world.call('POST /admin/users/:id/notes', { params: { id }, body: { text } }, { token: by });
  const list = (id: string, by = token) => world.call('GET /admin/users/:id/notes', { params: { id } }, { token: by });
  const remove = (id: string, noteId: string, by = token) =>
    world.call('DELETE /admin/users/:id/notes/:noteId', { params: { id, noteId } }, { token: by });

  test('are read by every operator and deleted by who wrote them', async () => {
    const fan = await signUpFan(world);
    const { data: note } = await add(fan.id, 'Called twice about a refund.');
    world.clock.advance({ seconds: 1 });
    await add(fan.id, 'Sent her the receipts.', otherToken);
    expect((await list(fan.id)).data.data).toMatchObject([
      { text: 'Sent her the receipts.', isOwn: false, author: { name: 'otto' } },
      { text: 'Called twice about a refund.', isOwn: true, author: { name: 'olga' } },
    ]);
    expect((await remove(fan.id, note._id, otherToken)).refusal.error).toBe('not_owner');
    expect((await remove(fan.id, note._id)).data).toEqual({ deleted: true });
    expect((await remove(fan.id, note._id)).refusal.error).toBe('note_not_found');
    expect(await world.ctx.db.$count(operatorNotes, eq(operatorNotes.accountId, fan.id))).toBe(1);
    expect(await trail('notes.delete')).toMatchObject([{ targetId: fan.id, before: { noteId: note._id, length: 28 } }]);
  });

  test('have an account and a length', async () => {
    const nobody = world.ctx.chance.id();
    expect((await add(nobody, 'x')).refusal.error).toBe('user_not_found');
    expect((await list(nobody)).refusal.error).toBe('user_not_found');
    const fan = await signUpFan(world);
    expect((await add(fan.id, 'x'.repeat(2001))).refusal.error).toBe('invalid_request');
    expect((await add(fan.id, '  ')).refusal.error).toBe('invalid_request');
  });
});
