/** Deleting what people have published, for good and in their owners' own way: who bought something keeps it. */
import { and, eq } from 'drizzle-orm';
import { moderatedKinds, type ModeratedType } from '@contract/values';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { appeals, decisions } from '../../platform/db/schema/schema';
import { assertSecond } from '../../people/team/team';
import { fail, Refusal } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import { removeFile } from '../../platform/media/files';
import { decisionLink } from '../../platform/notification-texts';
import { dropComment } from '../../modules/comments/comments';
import { dropFeed } from '../../modules/feeds/feeds';
import { dropGallery, dropPhoto } from '../../content/galleries/galleries';
import { notify } from '../../people/notifications/notifications';
import { dropProduct } from '../../content/products/products';
import { dropVideo } from '../../content/videos/videos';
import type { Act } from '../../modules/moderation/content';
import { noteDecision } from './decide';
import { presentContent } from './find';

type Drop = (tx: Context, ownerId: string, id: string) => Promise<string[]>;

const none = async (done: Promise<void>): Promise<string[]> => {
  await done;
  return [];
};

/** How each kind goes, and the files that nothing uses then. */
const drops: Record<ModeratedType, Drop> = {
  feeds: dropFeed,
  videos: (...item) => none(dropVideo(...item)),
  galleries: (...item) => none(dropGallery(...item)),
  photos: (...item) => none(dropPhoto(...item)),
  products: (...item) => none(dropProduct(...item)),
  comments: async (tx, _ownerId, id) => {
    const picture = await dropComment(tx, id);
    return picture === null ? [] : [picture];
  },
};

/** The nouns of all kinds are one here. */
function asContent(refused: unknown): never {
  if (refused instanceof Refusal && refused.status === 404) return fail('content_not_found');
  throw refused;
}

/** The appeals that wait about something, held before the thing itself, as whoever decides on one holds it. */
const heldAppeals = (tx: Context, targetId: string) =>
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

type Held = Awaited<ReturnType<typeof heldAppeals>>[number];

/** There is nothing left to give back: what was said against the decision is answered by the reason of the deletion. */
async function endAppeal(tx: Context, actor: Actor, { id, accountId, decisionId }: Held, note: string): Promise<void> {
  const now = tx.clock.now();
  const ended = { status: 'upheld', note, decidedById: actor.id, decidedAt: now, updatedAt: now } as const;
  await tx.db.update(appeals).set(ended).where(eq(appeals.id, id));
  await notify(tx, accountId, {
    ...{ type: 'moderation', actorId: null, text: `We have looked again, and the decision stays. ${note}`, link: decisionLink(decisionId) },
    event: `appeal-decided:${id}`,
  });
}

/**
 * Deletes something, keeps the decision and tells its owner. Copies that reports keep stay. Refuses with content_not_found, with
 * orders_open while something of a product is on its way, and with same_operator where an appeal waits against the actor's own decision.
 */
export async function deleteContent(ctx: Context, { actor, client, type, id, reason }: Act): Promise<void> {
  const unused = await inTransaction(ctx, async (tx) => {
    const waiting = await heldAppeals(tx, id);
    for (const { operatorId, createdAt } of waiting)
      await assertSecond(tx, actor, 'appeals.decide', { begunBy: operatorId, since: createdAt });
    const before = await presentContent(tx, type, id);
    const files = await drops[type](tx, before.owner?._id ?? '', id).catch(asContent);
    for (const appeal of waiting) await endAppeal(tx, actor, appeal, reason);
    const target = moderatedKinds[type];
    if (before.owner) {
      const about = { accountId: before.owner._id, target, targetId: id, title: before.title };
      await noteDecision(tx, { ...about, action: 'delete', reason, operatorId: actor.id });
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
