/** Messages of the contact form, and replies to them. */
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type deskContract from '@contract/safety/desk';
import type { Parsed } from '@contract/kernel/endpoint';
import type { Page } from '@contract/kernel/shapes';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { contactMessages } from '../../platform/db/schema/site';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../platform/mail/mail';
import { peopleByIds } from '../../people/people/rows';

type Contract = typeof deskContract;
type SearchQuery = Parsed<Contract['GET /admin/inbox/search']>['query'];
type MessageResponse = z.output<Contract['POST /admin/inbox/:id/answer']['response']>;

async function messagesByIds(ctx: Context, ids: string[]): Promise<Map<string, MessageResponse>> {
  const rows = await ctx.db.select().from(contactMessages).where(inArray(contactMessages.id, ids));
  const people = await peopleByIds(
    ctx,
    rows.flatMap(({ repliedBy }) => repliedBy ?? []),
  );
  return new Map(
    rows.map(({ id, name, email, message, reply, repliedBy, repliedAt, createdAt }) => [
      id,
      {
        _id: id,
        name,
        email,
        message,
        createdAt,
        reply: repliedAt === null ? null : { text: reply ?? '', by: people.get(repliedBy ?? '') ?? null, at: repliedAt },
      },
    ]),
  );
}

/** Messages that match. `q` searches sender and text. */
export function searchInbox(ctx: Context, { q, state, ...query }: SearchQuery): Promise<Page<MessageResponse>> {
  const { id, createdAt, name, email, message, repliedAt } = contactMessages;
  const source = ctx.db
    // Messages only change when they are answered, which does not move them in the list.
    .select({ id, createdAt, updatedAt: sql<Date>`${createdAt}`.as('updated_at') })
    .from(contactMessages)
    .where(
      and(
        q === undefined ? undefined : or(contains(name, q), contains(email, q), contains(message, q)),
        state === undefined ? undefined : { waiting: isNull(repliedAt), answered: isNotNull(repliedAt) }[state],
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => messagesByIds(ctx, ids));
}

/** Replies to a message by mail. Of concurrent replies, one is sent. Rejects with contact_message_not_found and already_so. */
export function replyToMessage(ctx: Context, actor: Actor, client: Client, id: string, reply: string): Promise<MessageResponse> {
  return inTransaction(ctx, async (tx) => {
    const repliedAt = tx.clock.now();
    const [row] = await tx.db
      .update(contactMessages)
      .set({ reply, repliedBy: actor.id, repliedAt })
      .where(and(eq(contactMessages.id, id), isNull(contactMessages.repliedAt)))
      .returning();
    const response = (await messagesByIds(tx, [id])).get(id) ?? fail('contact_message_not_found');
    if (!row) return fail('already_so');
    await sendMail(
      tx,
      'contact-answer',
      row.email,
      { name: row.name, message: row.message, answer: reply },
      // Without an explicit locale, `sendMail` uses the locale of the account with this address, if there is one.
      { replyTo: tx.settings.values().contactEmail || null, ...(row.locale === null ? {} : { locale: row.locale }) },
    );
    // The reply is only stored in the inbox, because the audit log outlives the accounts.
    await audit(tx, actor, client, {
      action: 'inbox.answer',
      targetType: 'contact_message',
      targetId: id,
      before: { repliedAt: null },
      after: { repliedAt },
    });
    return response;
  });
}
