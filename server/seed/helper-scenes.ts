/** Who of the cast works for whom: a performer invites a fan, who takes the invitation. */
import type { HelperRight } from '@contract/kernel/delegate-rights';
import { inTransaction, type Context } from '../platform/context';
import { acceptHelp, invite } from '../people/delegation/membership';
import { asPerformer, type Publisher } from './content';
import { actorOf, here } from './accounts';

/** Who is helped, who helps, and with what. */
export interface Help {
  performer: Publisher;
  helper: { id: string; email: string };
  rights: readonly HelperRight[];
}

/** Lets them agree. */
export async function helpAround(ctx: Context, { performer, helper, rights }: Help): Promise<void> {
  const wish = { email: helper.email, rights };
  const { token } = await inTransaction(ctx, (tx) => invite(tx, asPerformer(ctx, performer), here, wish));
  await acceptHelp(ctx, actorOf(ctx, helper.id, 'user'), here, token);
}
