/** Decisions about performer applications. */
import { eq } from 'drizzle-orm';
import { documentTypes } from '@contract/kernel/values/people';
import { inTransaction, type Context } from '../../platform/context';
import { performerDocuments, performers } from '../../platform/db/schema/performers';
import { fail } from '../../kernel/api-error';
import { sendMail } from '../../platform/mail/mail';
import { profileLink } from '../../platform/notification-texts';
import { notify } from '../notifications/notify';
import { accountPath } from '../people/change';
import { findAccount, nameOf } from '../people/rows';
import { emitWebhook } from '../../platform/webhooks/emit';

export type Decision = { decision: 'approved' } | { decision: 'rejected'; note: string };

async function notifyDecision(tx: Context, performerId: string, { decision }: Decision): Promise<void> {
  const isApproved = decision === 'approved';
  await notify(tx, performerId, {
    type: 'verification',
    actorId: null,
    text: isApproved ? 'Your identity is verified. You can start posting.' : 'We couldn’t approve your documents.',
    link: isApproved ? profileLink(performerId) : '/creator/account?section=documents',
    event: `verification:${decision}:${tx.clock.now().toISOString()}`,
  });
}

async function announceDecision(ctx: Context, performerId: string, decided: Decision): Promise<void> {
  await notifyDecision(ctx, performerId, decided);
  const account = await findAccount(ctx, performerId);
  if (!account?.email) return;
  const name = nameOf(account);
  const { siteUrl } = ctx.config;
  if (decided.decision === 'approved')
    await sendMail(ctx, 'application-approved', account.email, { name, link: `${siteUrl}/${account.username ?? account.id}` });
  else await sendMail(ctx, 'application-rejected', account.email, { name, note: decided.note, link: `${siteUrl}${accountPath(account)}` });
}

/**
 * Approves or rejects a performer and notifies them on the site and by mail. A decision can be reversed. Rejects with performer_not_found,
 * already_so, document_required while a document is missing, and birth_required without a date of birth, which a social sign-in does not
 * ask for.
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
    const documentCount = await tx.db.$count(performerDocuments, eq(performerDocuments.performerId, performerId));
    if (decided.decision === 'approved' && documentCount < documentTypes.length) return fail('document_required');
    if (decided.decision === 'approved' && performer.dateOfBirth === null) return fail('birth_required');
    const columns =
      decided.decision === 'approved'
        ? { verificationNote: null, verifiedAt: tx.clock.now() }
        : { verificationNote: decided.note, verifiedAt: null };
    await tx.db
      .update(performers)
      .set({ verification: decided.decision, decidedAt: tx.clock.now(), ...columns })
      .where(eq(performers.accountId, performerId));
    await announceDecision(tx, performerId, decided);
    if (decided.decision === 'approved') await emitWebhook(tx, 'performer.verified', { performerId });
  });
}

/** Withdraws the verification of an account that is no longer a performer. Its profile texts stay. */
export async function withdrawVerification(ctx: Context, performerId: string): Promise<void> {
  await ctx.db
    .update(performers)
    .set({ verification: 'none', verificationNote: null, verifiedAt: null })
    .where(eq(performers.accountId, performerId));
}
