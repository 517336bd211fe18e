import type { DelegateRight } from '@contract/kernel/delegate-rights';
/** Demo delegation: a performer invites a fan as a delegate, who accepts. */
import { inTransaction, type Context } from '../platform/context';
import { acceptDelegation, inviteDelegateInTransaction } from '../people/delegation/membership';
import { asPerformer, type Publisher } from './content';
import { actorOf, seedClient } from './accounts';

/** The performer, the delegate, and the delegate's rights. */
export interface DelegationSeed {
  performer: Publisher;
  helper: { id: string; email: string };
  rights: readonly DelegateRight[];
}

/** Sends and accepts the invitation. */
export async function seedDelegation(ctx: Context, { performer, helper, rights }: DelegationSeed): Promise<void> {
  const invitation = { email: helper.email, rights };
  const { token } = await inTransaction(ctx, (tx) => inviteDelegateInTransaction(tx, asPerformer(ctx, performer), seedClient, invitation));
  await acceptDelegation(ctx, actorOf(ctx, helper.id, 'user'), seedClient, token);
}
