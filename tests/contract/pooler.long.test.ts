/** API servers behind a transaction pooler, which may use another session for each transaction: everything works as without a pooler. */
import { sql } from 'drizzle-orm';
import { readConfig } from '@server/kernel/config';
import { openDatabase } from '@server/platform/db/engine/engine';
import { bundle } from '../kit/processes/bundle';
import { fillWallet } from '../kit/money/ledger';
import { freshDatabase } from '../kit/host/database';
import { openSocket } from '../kit/host/test-socket';
import { eventually } from '../kit/timing/eventually';
import { startHost } from '../kit/processes/host-process';
import { mailedToken } from '../kit/host/mails';
import { signUpFan, signUpOperator, signUpPerformer } from '../kit/people/people';
import { hasPgbouncer, supportsPreparedStatements, startPgbouncer, type ConfigEdit, type TestPgbouncer } from '../kit/processes/pgbouncer';
import { publishPost } from '../kit/content/posts';
import { sendMessage, openConversation } from '../kit/talk/conversations';
import { openTestHost, type TestHost } from '../kit/host/test-host';

/** Needs pgbouncer; .ci/run installs it. */
const withPooler = hasPgbouncer ? describe : describe.skip;

const silentLog = { info: () => undefined, warn: () => undefined };

withPooler('behind pgbouncer with transaction pooling', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let pooler: TestPgbouncer;
  let one: TestHost;
  let two: TestHost;
  beforeAll(async () => {
    database = await freshDatabase();
    pooler = await startPgbouncer(database.url);
    [one, two] = [await openTestHost(pooler.environment), await openTestHost(pooler.environment)];
  });
  afterAll(async () => {
    await one.close();
    await two.close();
    await pooler.close();
    await database.drop();
  });

  test('people sign up, publish, pay and write on two hosts', async () => {
    const [performer, fan] = [await signUpPerformer(one), await signUpFan(two)];
    const post = await publishPost(one, performer, { text: 'Pooled', audience: 'paid', price: 1 });
    await fillWallet(one, fan.id, 1_000n);
    const paid = await two.call('POST /wallet/charges/feed/:id', { params: { id: post._id }, body: {} }, { token: fan.token });
    expect(paid.status).toBe(200);
    expect((await one.call('GET /users/me', {}, { token: fan.token })).data).toMatchObject({ balance: 9 });
    const id = await openConversation(two, fan, performer);
    expect((await sendMessage(two, fan, id, { text: 'Through the pool' })).status).toBe(200);
  });

  test('a host applies a change of another one immediately, and sockets receive published events', async () => {
    const operator = await signUpOperator(one);
    const socket = await openSocket(one, operator.token);
    const body = { value: 'Pooled stage' };
    await one.call('PUT /admin/settings/:key', { params: { key: 'siteName' }, body }, { token: operator.token });
    await eventually(async () => {
      expect((await two.call('GET /settings/public')).data.siteName).toBe('Pooled stage');
    });
    // Without Redis, only the host that took the event from the outbox delivers it, to its own sockets.
    const otherSocket = await openSocket(two, operator.token);
    await one.call('PUT /admin/settings/:key', { params: { key: 'siteName' }, body: { value: 'Stage' } }, { token: operator.token });
    await eventually(() => {
      expect([...socket.received('settings/changed'), ...otherSocket.received('settings/changed')]).toContainEqual(
        expect.objectContaining({ siteName: 'Stage' }),
      );
    });
    for (const client of [socket, otherSocket]) client.close();
  });

  test('concurrent requests share sessions, with the right settings and prepared statements', async () => {
    const performer = await signUpPerformer(one, 'wilhelmina');
    const fans = await Promise.all(Array.from({ length: 8 }, (_, index) => signUpFan(index % 2 === 0 ? one : two)));
    const requestAll = async (token: string): Promise<number[]> => {
      const requests = [one, two].flatMap((host) => [
        host.call('GET /performers/:id', { params: { id: performer.id } }, { token }),
        host.call('GET /users/me', {}, { token }),
      ]);
      return (await Promise.all(requests)).map(({ status }) => status);
    };
    const pending = Array.from({ length: 40 }, (_, index) => requestAll(fans[index % fans.length]?.token ?? ''));
    expect(new Set((await Promise.all(pending)).flat())).toEqual(new Set([200]));
    const sessions = await Promise.all(
      Array.from({ length: 20 }, () =>
        one.ctx.db.execute<{ timeout: string; similarity: string }>(
          sql`select current_setting('statement_timeout') as timeout, current_setting('pg_trgm.word_similarity_threshold') as similarity`,
        ),
      ),
    );
    expect(new Set(sessions.map(({ rows: [row] }) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ timeout: '15s', similarity: '0.4' })]),
    );
  });

  test('jobs run', async () => {
    await two.ctx.jobs.work(two.ctx);
    const fan = await signUpFan(one);
    await one.call('POST /auth/users/forgot', { body: { email: fan.email } });
    expect(await eventually(() => mailedToken(two, fan.email, 'reset-password'))).not.toBe('');
  });

  test('a host in a separate process starts and serves', async () => {
    const environment = { ...pooler.environment, DATA_DIR: one.ctx.config.dataDir };
    const host = await startHost(bundle('server/main.ts'), environment);
    try {
      expect(await (await fetch(`${host.url}/ready`)).json()).toMatchObject({ parts: { database: 'ok', jobs: 'ok' } });
    } finally {
      await host.kill();
    }
  });
});

withPooler('a pooler with another configuration', () => {
  const secret = { APP_SECRET: 'a secret for tests only, long enough' };
  const openThrough = async (edits: ConfigEdit[], change: (environment: TestPgbouncer['environment'], otherUrl: string) => object) => {
    const [database, otherDatabase] = [await freshDatabase(), await freshDatabase()];
    const pooler = await startPgbouncer(database.url, edits);
    try {
      await openDatabase(readConfig({ ...secret, ...pooler.environment, ...change(pooler.environment, otherDatabase.url) }), silentLog);
    } finally {
      await pooler.close();
      await database.drop();
      await otherDatabase.drop();
    }
  };

  test('is rejected at start with the missing setting', async () => {
    await expect(openThrough([[/ connect_query='.*'/, '']], () => ({}))).rejects.toMatchObject({
      name: 'PoolerMisconfigured',
      message: expect.stringContaining(
        "connect_query='set statement_timeout = 15000; set pg_trgm.word_similarity_threshold = 0.4'",
      ) as string,
    });
  });

  test('is rejected when it leads to another database than the direct address', async () => {
    const started = openThrough([], (_environment, otherUrl) => ({ DATABASE_DIRECT_URL: otherUrl }));
    await expect(started).rejects.toThrow('it connects to a different database than DATABASE_DIRECT_URL');
  });

  test('is rejected when it mixes up prepared statements, unless they are disabled', async () => {
    const withoutStatements: ConfigEdit[] = supportsPreparedStatements
      ? [[/^max_prepared_statements.*$/m, 'max_prepared_statements = 0']]
      : [];
    await expect(openThrough(withoutStatements, () => ({ DATABASE_PREPARED_STATEMENTS: '1' }))).rejects.toThrow(
      'it does not support prepared statements',
    );
    await expect(openThrough(withoutStatements, () => ({ DATABASE_PREPARED_STATEMENTS: '0' }))).resolves.toBeUndefined();
  });
});
