/** Messages of the contact form, and the answers to them. */
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type deskContract from '@contract/safety/desk';
import type { Parsed } from '@contract/endpoint';
import type { Page } from '@contract/kernel/shapes';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { contactMessages } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { sendMail } from '../../mail/mail';
import { peopleByIds } from '../../modules/people/people';

type Contract = typeof deskContract;
type SearchQuery = Parsed<Contract['GET /admin/inbox/search']>['query'];
type MessageAnswer = z.output<Contract['POST /admin/inbox/:id/answer']['answer']>;

async function messagesByIds(ctx: Context, ids: string[]): Promise<Map<string, MessageAnswer>> {
  const rows = await ctx.db.select().from(contactMessages).where(inArray(contactMessages.id, ids));
  const people = await peopleByIds(
    ctx,
    rows.flatMap(({ repliedBy }) => repliedBy ?? []),
  );
  return new Map(
    rows.map(({ id, name, email, message, reply, repliedBy, repliedAt, createdAt }) => [
      id,
      {
        ...{ _id: id, name, email, message, createdAt },
        reply: repliedAt === null ? null : { text: reply ?? '', by: people.get(repliedBy ?? '') ?? null, at: repliedAt },
      },
    ]),
  );
}

/** Messages that match; `q` looks into who wrote and what. */
export function searchInbox(ctx: Context, { q, state, ...query }: SearchQuery): Promise<Page<MessageAnswer>> {
  const { id, createdAt, name, email, message, repliedAt } = contactMessages;
  const source = ctx.db
    // A message is never changed but by its answer, which does not move it in the list.
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

/** Answers a message by mail; of two who answer at once, one does. Refuses with contact_message_not_found and already_so. */
export function answerMessage(ctx: Context, actor: Actor, client: Client, id: string, reply: string): Promise<MessageAnswer> {
  return inTransaction(ctx, async (tx) => {
    const repliedAt = tx.clock.now();
    const [row] = await tx.db
      .update(contactMessages)
      .set({ reply, repliedBy: actor.id, repliedAt })
      .where(and(eq(contactMessages.id, id), isNull(contactMessages.repliedAt)))
      .returning();
    const answer = (await messagesByIds(tx, [id])).get(id) ?? fail('contact_message_not_found');
    if (!row) return fail('already_so');
    await sendMail(
      tx,
      'contact-answer',
      row.email,
      { name: row.name, message: row.message, answer: reply },
      // Of who asked for nothing but English, her account may know more.
      { replyTo: tx.settings.values().contactEmail || null, ...(row.locale === null ? {} : { locale: row.locale }) },
    );
    // The words stand in the inbox alone: the trail outlives whoever wrote them.
    await audit(tx, actor, client, {
      action: 'inbox.answer',
      targetType: 'contact_message',
      targetId: id,
      before: { repliedAt: null },
      after: { repliedAt },
    });
    return answer;
  });
}
