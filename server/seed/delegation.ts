/** Demo delegation: a performer invites a fan as a delegate, who accepts. */
import type { DelegateRight } from '@contract/kernel/delegate-rights';
import { inTransaction, type Context } from '../platform/context';
import { acceptDelegation, createDelegateInvitation } from '../people/delegation/membership';
import { asPerformer, type Publisher } from './content';
import { actorOf, seedClient } from './accounts';

/** The performer, the delegate, and the delegate's rights. */
export interface DelegationSeed {
  performer: Publisher;
  delegate: { id: string; email: string };
  rights: readonly DelegateRight[];
}

/** Sends and accepts the invitation. */
export async function seedDelegation(ctx: Context, { performer, delegate, rights }: DelegationSeed): Promise<void> {
  const invitation = { email: delegate.email, rights };
  const { token } = await inTransaction(ctx, (tx) => createDelegateInvitation(tx, asPerformer(ctx, performer), seedClient, invitation));
  await acceptDelegation(ctx, actorOf(ctx, delegate.id, 'user'), seedClient, token);
}
