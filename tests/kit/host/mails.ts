/** The mails that the API server has queued, and the links in them. */
import { and, asc, eq } from 'drizzle-orm';
import { mails } from '@server/platform/db/schema/site';
import type { TemplateName } from '@server/platform/mail/templates';
import type { TestHost } from './test-host';

/** The mails of one template to an address, the oldest first. */
export function mailsTo(testHost: TestHost, to: string, template: TemplateName): Promise<(typeof mails.$inferSelect)[]> {
  return testHost.ctx.db
    .select()
    .from(mails)
    .where(and(eq(mails.to, to), eq(mails.template, template)))
    .orderBy(asc(mails.id));
}

/** The token of the link in the latest mail of a template. */
export async function mailedToken(testHost: TestHost, to: string, template: TemplateName): Promise<string> {
  const mail = (await mailsTo(testHost, to, template)).at(-1);
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`no ${template} with a link went to ${to}`);
  return token;
}
