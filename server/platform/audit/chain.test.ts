/** The audit log: tampering is detected, and personal data can still be erased. */
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { accounts } from '@server/platform/db/schema/accounts';
import { auditChain, auditLog } from '@server/platform/db/schema/site';
import { signUpFan, signUpOperator } from '../../../tests/kit/people/people';
import { openTestHost, type TestHost } from '../../../tests/kit/host/test-host';
import { inTransaction } from '../context';
import { audit, eraseFromAudit } from './audit';
import { checkAudit } from './check';

let testHost: TestHost;
let operator: { token: string; id: string };
let client: pg.Client;
const testClient = { address: '192.0.2.1', country: null, userAgent: '' };

beforeAll(async () => {
  testHost = await openTestHost();
  operator = await signUpOperator(testHost);
  client = new pg.Client({ connectionString: testHost.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await testHost.close();
});

const write = (index: number, targetId = `thing ${String(index)}`) =>
  audit(testHost.ctx, operator, testClient, {
    action: 'tests.write',
    targetType: 'test',
    targetId,
    before: { index },
    after: { index: index + 1 },
  });
const lastEntry = async (): Promise<string> => {
  await write(0);
  const { rows } = await client.query<{ entry_id: string }>('select entry_id from audit_chain order by seq desc limit 1');
  return rows[0]?.entry_id ?? '';
};

/** Runs `statement` as the owner of the database could: with the triggers disabled. Returns the result of a check after it. */
async function tamperAndCheck(statement: string, values: unknown[] = []) {
  await client.query('begin');
  try {
    await client.query(`set local session_replication_role = replica`);
    await client.query(statement, values);
    await client.query('commit');
    return await checkAudit(testHost.ctx);
  } finally {
    await client.query('rollback');
  }
}

test('chains concurrent entries one after the other', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_none, index) =>
      inTransaction(testHost.ctx, (tx) =>
        audit(tx, operator, testClient, { action: 'tests.rush', targetType: 'test', targetId: String(index) }),
      ),
    ),
  );
  const checked = await checkAudit(testHost.ctx);
  expect(checked).toMatchObject({ ok: true, differences: [], forgotten: 0 });
  expect(checked.entries).toBe(await testHost.ctx.db.$count(auditLog));
});

test('a rolled-back entry leaves no gap', async () => {
  await expect(
    inTransaction(testHost.ctx, async (tx) => {
      await audit(tx, operator, testClient, { action: 'tests.lost', targetType: 'test', targetId: 'lost' });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await write(1);
  expect((await checkAudit(testHost.ctx)).ok).toBe(true);
});

test('triggers reject updates and deletions of rows', async () => {
  const id = await lastEntry();
  for (const statement of [
    `update audit_log set action = 'nothing' where id = '${id}'`,
    `update audit_log set "before" = '{}' where id = '${id}'`,
    `update audit_log set "before" = null, "after" = null where id = '${id}'`,
    `update audit_log set address = '192.0.2.9' where id = '${id}'`,
    `update audit_log set "before" = null, "after" = null, salt = null, action = 'nothing' where id = '${id}'`,
    `delete from audit_log where id = '${id}'`,
    'truncate audit_log',
    `update audit_chain set hash = '' where entry_id = '${id}'`,
    `delete from audit_chain where entry_id = '${id}'`,
    'truncate audit_chain',
    `update audit_head set seq = 0`,
    'delete from audit_head',
  ])
    await expect(client.query(statement)).rejects.toThrow(/is append-only|moves with the log/);
});

describe('with triggers disabled, the check still detects', () => {
  const columns = {
    actor_id: `'01890000-0000-7000-8000-000000000000'`,
    action: `'nothing'`,
    target_type: `'nothing'`,
    target_id: `'nothing'`,
    created_at: `created_at + interval '1 second'`,
    before: `'{"index": 7}'`,
    after: 'null',
    address: `'192.0.2.9'`,
    salt: 'null',
    digest: `'nothing'`,
    address_digest: `'nothing'`,
  };
  test.each(Object.entries(columns))('a change of the column %s, and names the row', async (column, value) => {
    const id = await lastEntry();
    const { rows } = await client.query<Record<string, unknown>>(`select "${column}"::text as old from audit_log where id = $1`, [id]);
    const checked = await tamperAndCheck(`update audit_log set "${column}" = ${value} where id = '${id}'`);
    expect(checked.ok).toBe(false);
    expect(checked.differences.join('\n')).toContain(id);
    const { data_type } = (
      await client.query<{ data_type: string }>(
        `select data_type from information_schema.columns where table_name = 'audit_log' and column_name = $1`,
        [column],
      )
    ).rows[0] ?? { data_type: 'text' };
    expect((await tamperAndCheck(`update audit_log set "${column}" = $1::text::${data_type} where id = '${id}'`, [rows[0]?.old])).ok).toBe(
      true,
    );
  });

  test('a removed row, an inserted row, and a truncated end', async () => {
    const id = await lastEntry();
    const copy = (await client.query(`select * from audit_log where id = $1`, [id])).rows[0] as Record<string, unknown>;
    const removed = await tamperAndCheck(`delete from audit_log where id = '${id}'`);
    expect(removed.differences).toEqual([expect.stringContaining(`${id} (number`)]);
    const columnNames = Object.keys(copy);
    const placeholders = columnNames.map((_name, index) => `$${String(index + 1)}`).join(', ');
    const values = columnNames.map((name) =>
      ['before', 'after'].includes(name) && copy[name] !== null ? JSON.stringify(copy[name]) : copy[name],
    );
    expect(
      (
        await tamperAndCheck(
          `insert into audit_log (${columnNames.map((name) => `"${name}"`).join(', ')}) values (${placeholders})`,
          values,
        )
      ).ok,
    ).toBe(true);
    const inserted = await tamperAndCheck(
      `insert into audit_log (id, action, target_type, target_id, created_at) values ('01890000-0000-7000-8000-00000000abcd', 'x', 'x', 'x', now())`,
    );
    expect(inserted.differences).toEqual([expect.stringContaining('01890000-0000-7000-8000-00000000abcd')]);
    await tamperAndCheck(`delete from audit_log where id = '01890000-0000-7000-8000-00000000abcd'`);
    const [link] = await testHost.ctx.db.select().from(auditChain).where(eq(auditChain.entryId, id));
    await tamperAndCheck(`delete from audit_log where id = '${id}'`);
    const truncated = await tamperAndCheck(`delete from audit_chain where entry_id = '${id}'`);
    expect(truncated.differences).toEqual([expect.stringContaining('does not match its head')]);
    await tamperAndCheck(`insert into audit_chain (seq, entry_id, hash) values ($1, $2, $3)`, [link?.seq, link?.entryId, link?.hash]);
    await tamperAndCheck(`insert into audit_log (${columnNames.map((name) => `"${name}"`).join(', ')}) values (${placeholders})`, values);
    expect((await checkAudit(testHost.ctx)).ok).toBe(true);
  });
});

test("erases a deleted account's data, and the chain stays valid", async () => {
  const fan = await signUpFan(testHost);
  await testHost.call('PUT /admin/users/:id', { params: { id: fan.id }, body: { phone: '+49 30 1234567' } }, { token: operator.token });
  await audit(testHost.ctx, operator, testClient, {
    action: 'mails.read',
    targetType: 'mail',
    targetId: 'a mail',
    after: { to: fan.email },
  });
  await audit(testHost.ctx, { id: fan.id }, testClient, { action: 'tests.act', targetType: 'test', targetId: 'another' });
  expect(await inTransaction(testHost.ctx, (tx) => eraseFromAudit(tx, fan.id))).toBe(3);
  const text = JSON.stringify(await testHost.ctx.db.select().from(auditLog));
  for (const word of [fan.email, '1234567']) expect(text).not.toContain(word);
  const [own] = await testHost.ctx.db.select().from(auditLog).where(eq(auditLog.actorId, fan.id));
  expect(own).toMatchObject({ action: 'tests.act', address: null });
  expect(await checkAudit(testHost.ctx)).toMatchObject({ ok: true, forgotten: 2 });
  expect(await testHost.ctx.db.$count(accounts, eq(accounts.id, fan.id))).toBe(1);
});

test('operators with the right can read the audit log and download it as a file', async () => {
  const asOperator = { token: operator.token };
  const found = await testHost.call('GET /admin/audit/search', { query: { actorId: operator.id, action: 'tests', limit: 2 } }, asOperator);
  expect(found.data).toMatchObject({ data: [{ actor: { _id: operator.id }, targetType: 'test', isForgotten: false }, {}] });
  const one = await testHost.call('GET /admin/audit/search', { query: { targetId: 'thing 1', action: 'tests.write' } }, asOperator);
  expect(one.data.data).toMatchObject([{ before: { index: 1 }, after: { index: 2 }, address: testClient.address }]);
  expect((await testHost.call('GET /admin/audit/search', { query: { toDate: '2001-01-01' } }, asOperator)).data.total).toBe(0);
  const { data } = await testHost.call('GET /admin/audit/csv', { query: { targetId: 'thing 1' } }, asOperator);
  expect(data.split('\r\n')[1]).toContain('"{""index"":1}"');
  expect((await testHost.call('GET /admin/audit/check', {}, asOperator)).data).toMatchObject({ ok: true, differences: [] });
});
