/** A part of the API server for a test: the real context on a fresh database, and an HTTP server that mounts what the test selects. */
import Fastify, { type FastifyInstance } from 'fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allRights, type Right } from '@contract/kernel/rights';
import type { Role } from '@contract/kernel/values/people';
import { realRandom } from '@server/kernel/random';
import { readConfig } from '@server/kernel/config';
import type { Context } from '@server/platform/context';
import { accounts, sessions } from '@server/platform/db/schema/accounts';
import { teamMembers } from '@server/platform/db/schema/team';
import { digestOf } from '@server/platform/http/actor';
import { installErrorHandlers } from '@server/platform/http/error-handlers';
import { makeLogger } from '@server/kernel/log';
import { openContext } from '@server/open-context';
import { freshDatabase } from './database';
import { testClock, type TestClock } from './test-clock';
import { cheapHasher } from './test-host';

export interface PartialHost {
  ctx: Context;
  clock: TestClock;
  http: FastifyInstance;
  dataDir: string;
  databaseUrl: string;
  close(): Promise<void>;
}

/** Opens it; `environment` overrides variables. `close` rejects if an unexpected error has occurred. */
export async function openPartialHost(
  mountParts: (http: FastifyInstance, ctx: Context) => void | Promise<void>,
  environment: Record<string, string> = {},
): Promise<PartialHost> {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'footlight-part-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    APP_SECRET: 'a secret for tests only, long enough',
    DEMO: '0',
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const clock = testClock();
  const databaseUrl = environment['DATABASE_URL'] ?? database.url;
  const opened = await openContext(config, databaseUrl, {
    clock,
    random: realRandom,
    log: makeLogger('silent'),
    passwordHasher: cheapHasher,
  });
  const bugs: unknown[] = [];
  const http = Fastify();
  installErrorHandlers(http, opened.ctx.config.dataDir, (bug) => bugs.push(bug));
  await mountParts(http, opened.ctx);
  await http.ready();
  return {
    ctx: opened.ctx,
    clock,
    http,
    dataDir,
    databaseUrl,
    close: async () => {
      await http.close();
      await opened.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      if (bugs.length > 0) throw bugs[0];
    },
  };
}

/** An account with a session, inserted directly into the tables; `media` is the value of its media cookie. */
export async function insertAccount(ctx: Context, role: Role = 'user'): Promise<{ id: string; rights: readonly Right[]; media: string }> {
  const [id, media, now] = [ctx.random.id(), ctx.random.secret(), ctx.clock.now()];
  await ctx.db.insert(accounts).values({ id, role, name: 'Somebody', createdAt: now, updatedAt: now });
  await ctx.db.insert(sessions).values({
    id: ctx.random.id(),
    accountId: id,
    tokenHash: digestOf(ctx.random.secret()),
    mediaHash: digestOf(media),
    device: 'a test',
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + 365 * 86_400_000),
    authenticatedAt: now,
  });
  if (role === 'operator') await ctx.db.insert(teamMembers).values({ accountId: id, bundle: 'owner', createdAt: now, updatedAt: now });
  return { id, rights: role === 'operator' ? allRights : [], media };
}
