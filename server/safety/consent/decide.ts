/** An operator's decision on a release, and its effect on everything that names the release. */
import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type consentContract from '@contract/safety/consent';
import type { Parsed } from '@contract/kernel/endpoint';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { appearances, releases } from '../../platform/db/schema/consent';
import { items } from '../../platform/db/schema/content';
import { streams } from '../../platform/db/schema/streaming';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { quoteExcerpt } from '../../platform/notification-texts';
import { syncAllListings } from '../../content/items/listing';
import { updateItemConsent, withConsentEvent } from '../../content/items/people';
import { notify } from '../../people/notifications/notify';
import { publishPeople } from '../../live/streaming/people';
import { reviewedReleases, type ReviewedRelease } from './releases';

type Contract = typeof consentContract;
type Decision = Parsed<Contract['POST /admin/releases/:id/decide']>['body'];

const consentByDecision = { approved: 'accepted', rejected: 'declined', withdrawn: 'withdrawn' } as const;

/** Applies a decision to everything that names the release. Shows and items are locked before their appearances, in a fixed order. */
async function applyToAppearances(tx: Context, releaseId: string, decision: Decision['decision']): Promise<void> {
  const namesRelease = and(eq(appearances.releaseId, releaseId), isNull(appearances.removedAt));
  const [itemIdsQuery, streamIdsQuery] = [
    tx.db.select({ id: appearances.itemId }).from(appearances).where(namesRelease),
    tx.db.select({ id: appearances.streamId }).from(appearances).where(namesRelease),
  ];
  const shows = await tx.db.select().from(streams).where(inArray(streams.id, streamIdsQuery)).orderBy(asc(streams.id)).for('no key update');
  const locked = await tx.db
    .select({ id: items.id })
    .from(items)
    .where(inArray(items.id, itemIdsQuery))
    .orderBy(asc(items.id))
    .for('update');
  const itemIds = locked.map(({ id }) => id);
  const rows = await tx.db
    .select()
    .from(appearances)
    .where(
      and(
        namesRelease,
        or(
          inArray(appearances.itemId, itemIds),
          inArray(
            appearances.streamId,
            shows.map(({ id }) => id),
          ),
        ),
      ),
    )
    .for('update');
  const consent = consentByDecision[decision];
  for (const row of rows)
    await tx.db
      .update(appearances)
      .set({ consent, answeredAt: tx.clock.now(), history: withConsentEvent(tx, row.history, consent) })
      .where(eq(appearances.id, row.id));
  await updateItemConsent(tx, itemIds);
  await syncAllListings(tx, itemIds);
  for (const show of shows) await publishPeople(tx, show);
}

const notificationText = {
  approved: (name: string) => `Your release for ${name} was approved.`,
  rejected: (name: string, note: string) => `Your release for ${name} was rejected. Reason: ${note}`,
  withdrawn: (name: string, note: string) =>
    `Your release for ${name} is no longer valid, so we took down what shows them. Reason: ${note}`,
};

/** A waiting release can be approved or rejected; an approved or waiting one can be withdrawn. */
const isPossible = (status: ReviewedRelease['status'], decision: Decision['decision']): boolean =>
  decision === 'withdrawn' ? status === 'waiting' || status === 'approved' : status === 'waiting';

/**
 * Decides on a release and notifies its owner. Rejects with release_not_found and release_decided, and with invalid_request if a
 * rejection or withdrawal has no reason.
 */
export function decideRelease(
  ctx: Context,
  operator: Actor,
  client: Client,
  id: string,
  { decision, note = '' }: Decision,
): Promise<ReviewedRelease> {
  if (decision !== 'approved' && note === '') fail('invalid_request', { issues: [{ path: 'note', message: 'Enter a reason.' }] });
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db.select().from(releases).where(eq(releases.id, id)).for('update');
    if (!row) return fail('release_not_found');
    if (!isPossible(row.status, decision)) return fail('release_decided');
    const now = tx.clock.now();
    await tx.db
      .update(releases)
      .set({ status: decision, note, decidedBy: operator.id, decidedAt: now, updatedAt: now })
      .where(eq(releases.id, id));
    await applyToAppearances(tx, id, decision);
    await notify(tx, row.performerId, {
      type: 'consent',
      actorId: null,
      text: notificationText[decision](quoteExcerpt(row.name), note),
      link: '/creator/consent?tab=releases',
      event: `release:${id}:${decision}`,
    });
    await audit(tx, operator, client, {
      action: `releases.${decision}`,
      targetType: 'release',
      targetId: id,
      before: { status: row.status },
      after: { status: decision, note },
    });
    return (await reviewedReleases(tx, operator, [id])).get(id) ?? fail('release_not_found');
  });
}
