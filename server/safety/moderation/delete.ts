/** Permanent deletion of content by operators. As with deletions by the owner, buyers keep access. */
import { and, eq } from 'drizzle-orm';
import { moderatedKinds, type ModeratedType } from '@contract/kernel/values/moderation';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { appeals, decisions } from '../../platform/db/schema/safety';
import { assertSecondOperator } from '../../people/team/second-operator';
import { fail, ApiError } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { removeFile } from '../../platform/media/files';
import { decisionLink } from '../../platform/notification-texts';
import { dropComment } from '../../content/comments/write';
import { dropFeed } from '../../content/feeds/write';
import { dropGallery } from '../../content/galleries/gallery';
import { dropPhoto } from '../../content/galleries/photos';
import { notify } from '../../people/notifications/notify';
import { dropProduct } from '../../content/products/products';
import { dropVideo } from '../../content/videos/videos';
import type { ModerationAction } from './content';
import { recordDecision } from './decide';
import { existingContent } from './find';

type Drop = (tx: Context, ownerId: string, id: string) => Promise<string[]>;

const withoutFiles = async (done: Promise<void>): Promise<string[]> => {
  await done;
  return [];
};

/** The deletion of each kind. Returns the files that are no longer used. */
const drops: Record<ModeratedType, Drop> = {
  feeds: dropFeed,
  videos: (...item) => withoutFiles(dropVideo(...item)),
  galleries: (...item) => withoutFiles(dropGallery(...item)),
  photos: (...item) => withoutFiles(dropPhoto(...item)),
  products: (...item) => withoutFiles(dropProduct(...item)),
  comments: async (tx, _ownerId, id) => {
    const picture = await dropComment(tx, id);
    return picture === null ? [] : [picture];
  },
};

/** Maps the `…_not_found` errors of all kinds to content_not_found. */
function rethrowAsContentError(error: unknown): never {
  if (error instanceof ApiError && error.status === 404) return fail('content_not_found');
  throw error;
}

/** The open appeals about an item, locked before the item, as in decisions on appeals. */
const lockOpenAppeals = (tx: Context, targetId: string) =>
  tx.db
    .select({
      id: appeals.id,
      accountId: appeals.accountId,
      decisionId: decisions.id,
      operatorId: decisions.operatorId,
      createdAt: appeals.createdAt,
    })
    .from(appeals)
    .innerJoin(decisions, eq(decisions.id, appeals.decisionId))
    .where(and(eq(decisions.targetId, targetId), eq(decisions.action, 'hide'), eq(appeals.status, 'open')))
    .for('update', { of: appeals });

type LockedAppeal = Awaited<ReturnType<typeof lockOpenAppeals>>[number];

/** Closes an appeal because nothing is left to restore. The reason of the deletion becomes its note. */
async function closeAppeal(tx: Context, actor: Actor, { id, accountId, decisionId }: LockedAppeal, note: string): Promise<void> {
  const now = tx.clock.now();
  const decision = { status: 'upheld', note, decidedById: actor.id, decidedAt: now, updatedAt: now } as const;
  await tx.db.update(appeals).set(decision).where(eq(appeals.id, id));
  await notify(tx, accountId, {
    type: 'moderation',
    actorId: null,
    text: `We reviewed your appeal and upheld our decision. ${note}`,
    link: decisionLink(decisionId),
    event: `appeal-decided:${id}`,
  });
}

/**
 * Deletes content, records the decision and notifies its owner. Copies in reports are kept. Rejects with content_not_found, with
 * orders_open while a product has open orders, and with same_operator if there is an open appeal against the actor's own decision.
 */
export async function deleteContent(ctx: Context, { actor, client, type, id, reason }: ModerationAction): Promise<void> {
  const unused = await inTransaction(ctx, async (tx) => {
    const openAppeals = await lockOpenAppeals(tx, id);
    for (const { operatorId, createdAt } of openAppeals)
      await assertSecondOperator(tx, actor, 'appeals.decide', { initiatedBy: operatorId, since: createdAt });
    const before = await existingContent(tx, type, id);
    const files = await drops[type](tx, before.owner?._id ?? '', id).catch(rethrowAsContentError);
    for (const appeal of openAppeals) await closeAppeal(tx, actor, appeal, reason);
    const target = moderatedKinds[type];
    if (before.owner) {
      const about = { accountId: before.owner._id, target, targetId: id, title: before.title };
      await recordDecision(tx, { ...about, action: 'delete', reason, operatorId: actor.id });
    }
    await audit(tx, actor, client, {
      action: 'content.delete',
      targetType: target,
      targetId: id,
      before: { title: before.title, state: before.state, ownerId: before.owner?._id ?? null, isDeleted: false },
      after: { isDeleted: true, reason },
    });
    return files;
  });
  for (const file of unused) await removeFile(ctx, file);
}
