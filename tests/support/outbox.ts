/** The mails that a host has written, and the links in them. */
import { and, asc, eq } from 'drizzle-orm';
import { mails } from '@server/platform/db/schema/schema';
import type { TemplateName } from '@server/platform/mail/templates';
import type { World } from '../kit/host/test-host';

/** The mails of one kind to an address, the oldest first. */
export function mailsTo(world: World, to: string, template: TemplateName): Promise<(typeof mails.$inferSelect)[]> {
  return world.ctx.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, to), eq(mails.template, template)))
    .orderBy(asc(mails.id));
}

/** The token of the link in the latest mail of a kind. */
export async function mailedToken(world: World, to: string, template: TemplateName): Promise<string> {
  const mail = (await mailsTo(world, to, template)).at(-1);
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`no ${template} with a link went to ${to}`);
  return token;
}
