/** Notifies members of changes to their conversation: created, muted, blocked, or a subscription between them began or ended. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { conversationMembers } from '../../platform/db/schema/messages';
import { publish } from '../../platform/outbox/publish';
import { conversationResponses, conversationPayload } from './rows';

/** Publishes the conversation to these members, each from their own view, in the transaction of `tx`. */
export async function publishConversation(tx: Context, conversationId: string, accountIds: readonly string[]): Promise<void> {
  const members = await tx.db
    .select({ id: accounts.id, isPerformer: accounts.isPerformer })
    .from(accounts)
    .where(inArray(accounts.id, [...accountIds]));
  for (const member of members) {
    const response = (await conversationResponses(tx, { ...member, country: null }, [conversationId])).get(conversationId);
    if (response) await publish(tx, 'conversation/changed', [`account:${member.id}`], conversationPayload(response));
  }
}

/** Publishes the conversation of two people to both, if they have one. */
export async function publishConversationOf(tx: Context, accountId: string, otherId: string): Promise<void> {
  const [row] = await tx.db
    .select({ id: conversationMembers.conversationId })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.accountId, accountId), eq(conversationMembers.otherId, otherId)));
  if (row) await publishConversation(tx, row.id, [accountId, otherId]);
}
