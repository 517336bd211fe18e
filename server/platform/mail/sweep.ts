/** Deletes mails after their retention, together with their files in the outbox. */
import { and, inArray, lte, ne } from 'drizzle-orm';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as limits from '@contract/kernel/limits';
import { second_ms } from '@contract/kernel/units';
import type { Context } from '../context';
import { mails } from '../db/schema/site';
import { outboxFolder } from './mailer';

const batch = 1000;

/** Deletes a batch of expired mails, except queued ones; returns their number. */
async function sweepBatch(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - limits.mailRetention_s * second_ms);
  const expired = ctx.db
    .select({ id: mails.id })
    .from(mails)
    .where(and(lte(mails.createdAt, before), ne(mails.status, 'queued')))
    .limit(batch);
  const deleted = await ctx.db.delete(mails).where(inArray(mails.id, expired)).returning({ id: mails.id });
  await removeFiles(outboxFolder(ctx.config), new Set(deleted.map(({ id }) => id)));
  return deleted.length;
}

/** Removes the files of mails from the outbox, including those of interrupted writes. */
async function removeFiles(folder: string, ids: ReadonlySet<string>): Promise<void> {
  if (ids.size === 0 || !existsSync(folder)) return;
  for (const name of await readdir(folder)) if (ids.has(name.split('.', 1)[0] ?? '')) await rm(join(folder, name), { force: true });
}

/** Deletes all expired mails. */
export async function sweepMails(ctx: Context): Promise<void> {
  while ((await sweepBatch(ctx)) > 0);
}
