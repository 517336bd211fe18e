/**
 * The mail outbox, for operators of a site without a mail server. Mails contain links that give access to accounts, so they cannot be
 * read here once a mail server is configured.
 */
import { and, eq, inArray, or } from 'drizzle-orm';
import type { z } from 'zod';
import type adminContract from '@contract/site/admin';
import type { Parsed } from '@contract/kernel/endpoint';
import type { Mail as MailSchema, MailWithContent as ContentSchema } from '@contract/kernel/entities';
import type { Page } from '@contract/kernel/shapes';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { mails } from '../../platform/db/schema/site';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { assertMayReadMailTo } from '../team/grant-guard';

type Mail = z.output<typeof MailSchema>;
type MailWithContent = z.output<typeof ContentSchema>;
type SearchQuery = Parsed<(typeof adminContract)['GET /admin/mails/search']>['query'];

const toListedMail = ({ id, to, template, subject, status, createdAt }: typeof mails.$inferSelect): Mail => ({
  _id: id,
  to,
  template,
  subject,
  status,
  createdAt,
});

function assertOutbox(ctx: Context): void {
  if (ctx.mailer.kind === 'smtp') fail('mail_not_found');
}

/** Mails without their text. Rejects with mail_not_found if a mail server is configured. */
export function searchMails(ctx: Context, { q, to, template, status, ...query }: SearchQuery): Promise<Page<Mail>> {
  assertOutbox(ctx);
  const source = ctx.db
    .select({ id: mails.id, createdAt: mails.createdAt, updatedAt: mails.updatedAt })
    .from(mails)
    .where(
      and(
        q === undefined ? undefined : or(contains(mails.subject, q), contains(mails.to, q)),
        to === undefined ? undefined : eq(mails.to, to.toLowerCase()),
        template === undefined ? undefined : eq(mails.template, template),
        status === undefined ? undefined : eq(mails.status, status),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, async (ids) => {
    const rows = await ctx.db.select().from(mails).where(inArray(mails.id, ids));
    return new Map(rows.map((row) => [row.id, toListedMail(row)]));
  });
}

/** One mail with its text; the access is audited. Rejects with mail_not_found and stronger_operator. */
export function readMail(ctx: Context, actor: Actor, client: Client, id: string): Promise<MailWithContent> {
  assertOutbox(ctx);
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db.select().from(mails).where(eq(mails.id, id));
    if (!row) return fail('mail_not_found');
    await assertMayReadMailTo(tx, actor, row.to);
    await audit(tx, actor, client, {
      action: 'mails.read',
      targetType: 'mail',
      targetId: id,
      after: { to: row.to, template: row.template },
    });
    return { ...toListedMail(row), text: row.text, html: row.html };
  });
}
