/** Mails are kept for some time, so that operators can see what was sent; then they go, with their copies in the outbox. */
import { and, inArray, lte, ne } from 'drizzle-orm';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import type { Context } from '../context';
import { mails } from '../db/schema/schema';
import { outboxFolder } from './mailer';

const batch = 1000;

/** Takes away some that are too old, but none that still waits to be sent; answers how many. */
async function sweepSome(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - limits.mailsKept_s * second_ms);
  const old = ctx.db
    .select({ id: mails.id })
    .from(mails)
    .where(and(lte(mails.createdAt, before), ne(mails.status, 'queued')))
    .limit(batch);
  const gone = await ctx.db.delete(mails).where(inArray(mails.id, old)).returning({ id: mails.id });
  await dropCopies(outboxFolder(ctx.config), new Set(gone.map(({ id }) => id)));
  return gone.length;
}

/** Removes the files of mails from the outbox, with what an interrupted write left. */
async function dropCopies(folder: string, ids: ReadonlySet<string>): Promise<void> {
  if (ids.size === 0 || !existsSync(folder)) return;
  for (const name of await readdir(folder)) if (ids.has(name.split('.', 1)[0] ?? '')) await rm(join(folder, name), { force: true });
}

/** Takes away all that are too old. */
export async function sweepMails(ctx: Context): Promise<void> {
  while ((await sweepSome(ctx)) > 0);
}
