/** Telling members that their conversation is not what it was: made, muted, blocked, or a subscription between them began or ended. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Context } from '../../platform/context';
import { accounts, conversationMembers } from '../../platform/db/schema/schema';
import { publish } from '../../platform/outbox/publish';
import { conversationAnswers, wireOf } from '../../talk/conversations/rows';

/** Tells these members, each as she sees it, in the transaction of `tx`. */
export async function tellConversation(tx: Context, conversationId: string, accountIds: readonly string[]): Promise<void> {
  const members = await tx.db
    .select({ id: accounts.id, isPerformer: accounts.isPerformer })
    .from(accounts)
    .where(inArray(accounts.id, [...accountIds]));
  for (const member of members) {
    const answer = (await conversationAnswers(tx, { ...member, country: null }, [conversationId])).get(conversationId);
    if (answer) await publish(tx, 'conversation/changed', [`account:${member.id}`], wireOf(answer));
  }
}

/** Tells both that something changed between two people, where they have a conversation. */
export async function tellPair(tx: Context, one: string, other: string): Promise<void> {
  const [row] = await tx.db
    .select({ id: conversationMembers.conversationId })
    .from(conversationMembers)
    .where(and(eq(conversationMembers.accountId, one), eq(conversationMembers.otherId, other)));
  if (row) await tellConversation(tx, row.id, [one, other]);
}
