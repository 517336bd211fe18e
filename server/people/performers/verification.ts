/** What an operator decides about an application. */
import { eq } from 'drizzle-orm';
import { documentTypes } from '@contract/values';
import { inTransaction, type Context } from '../../platform/context';
import { performerDocuments, performers } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import { sendMail } from '../../mail/mail';
import { profileLink } from '../../platform/notification-texts';
import { notify } from '../notifications/notifications';
import { accountPath, findAccount, nameOf } from '../../modules/people/people';
import { raise } from '../../platform/webhooks/emit';

export type Decision = { decision: 'approved' } | { decision: 'rejected'; note: string };

async function newsOf(tx: Context, performerId: string, { decision }: Decision): Promise<void> {
  const isApproved = decision === 'approved';
  await notify(tx, performerId, {
    type: 'verification',
    actorId: null,
    text: isApproved ? 'Your documents were approved. You can publish now.' : 'Your documents were not approved.',
    link: isApproved ? profileLink(performerId) : '/creator/account?section=documents',
    event: `verification:${decision}:${tx.clock.now().toISOString()}`,
  });
}

async function tell(ctx: Context, performerId: string, decided: Decision): Promise<void> {
  await newsOf(ctx, performerId, decided);
  const account = await findAccount(ctx, performerId);
  if (!account?.email) return;
  const name = nameOf(account);
  const { siteUrl } = ctx.config;
  if (decided.decision === 'approved')
    await sendMail(ctx, 'application-approved', account.email, { name, link: `${siteUrl}/${account.username ?? account.id}` });
  else await sendMail(ctx, 'application-rejected', account.email, { name, note: decided.note, link: `${siteUrl}${accountPath(account)}` });
}

/**
 * Approves or rejects a performer and tells her, on the site and by mail. An earlier decision may be turned round. Refuses with
 * performer_not_found, already_so, document_required while a paper is missing, and birth_required while nobody can tell her age: whoever
 * came by way of another site was not asked for it.
 */
export function decideVerification(ctx: Context, performerId: string, decided: Decision): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const [performer] = await tx.db
      .select({ verification: performers.verification, dateOfBirth: performers.dateOfBirth })
      .from(performers)
      .where(eq(performers.accountId, performerId))
      .for('update');
    if (!performer) return fail('performer_not_found');
    if (performer.verification === decided.decision) return fail('already_so');
    const papers = await tx.db.$count(performerDocuments, eq(performerDocuments.performerId, performerId));
    if (decided.decision === 'approved' && papers < documentTypes.length) return fail('document_required');
    if (decided.decision === 'approved' && performer.dateOfBirth === null) return fail('birth_required');
    const columns =
      decided.decision === 'approved'
        ? { verificationNote: null, verifiedAt: tx.clock.now() }
        : { verificationNote: decided.note, verifiedAt: null };
    await tx.db
      .update(performers)
      .set({ verification: decided.decision, decidedAt: tx.clock.now(), ...columns })
      .where(eq(performers.accountId, performerId));
    await tell(tx, performerId, decided);
    if (decided.decision === 'approved') await raise(tx, 'performer.verified', { performerId });
  });
}

/** Takes the standing of a performer away from an account that is no longer one; what she wrote of herself stays. */
export async function withdrawVerification(ctx: Context, performerId: string): Promise<void> {
  await ctx.db
    .update(performers)
    .set({ verification: 'none', verificationNote: null, verifiedAt: null })
    .where(eq(performers.accountId, performerId));
}
