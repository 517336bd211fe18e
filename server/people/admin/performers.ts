/** Performers as operators see, change and verify them. Every change, and every access to identity documents, is audited. */
import { and, eq, or } from 'drizzle-orm';
import type adminContract from '@contract/site/admin';
import type { Parsed } from '@contract/kernel/endpoint';
import type { Page } from '@contract/kernel/shapes';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { containsIndexed, readPage } from '../../platform/db/paging';
import { accounts } from '../../platform/db/schema/accounts';
import { performers } from '../../platform/db/schema/performers';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { changeProfile, setFeatured } from '../performers/change';
import { decideVerification, type Decision } from '../performers/verification';
import { reviewedProfiles, type ReviewedProfile } from '../performers/private-profile';
import { setClearing, setCommission } from '../performers/commission';
import { changesOf } from '../../platform/audit/changes';
import { assertMayManage } from '../team/grant-guard';
import { hasRight } from '../../platform/rights';
import { nameMatches } from '../people/name-search';

type Contract = typeof adminContract;
type SearchQuery = Parsed<Contract['GET /admin/performers/search']>['query'];
type Changes = Parsed<Contract['PUT /admin/performers/:id']>['body'];

/** All performers in any state; `q` matches names, usernames and addresses. Identity documents are listed without URLs. */
export function searchAllPerformers(
  ctx: Context,
  { q, verification, status, country, ...query }: SearchQuery,
): Promise<Page<ReviewedProfile>> {
  const source = ctx.db
    .select({ id: accounts.id, createdAt: accounts.createdAt, updatedAt: accounts.updatedAt, username: accounts.username })
    .from(performers)
    .innerJoin(accounts, eq(accounts.id, performers.accountId))
    .where(
      and(
        eq(accounts.isPerformer, true),
        q === undefined ? undefined : or(nameMatches(q), containsIndexed(accounts.email, q)),
        verification === undefined ? undefined : eq(performers.verification, verification),
        status === undefined ? undefined : eq(accounts.status, status),
        country === undefined ? undefined : eq(accounts.country, country),
      ),
    )
    .as('found');
  return readPage(ctx, query, source, (ids) => reviewedProfiles(ctx, ids, null));
}

async function profileFor(ctx: Context, actor: Actor, id: string): Promise<ReviewedProfile> {
  return (await reviewedProfiles(ctx, [id], actor)).get(id) ?? fail('performer_not_found');
}

/** One performer with identity documents; the access is audited. Rejects with performer_not_found. */
export async function reviewPerformer(ctx: Context, actor: Actor, client: Client, id: string): Promise<ReviewedProfile> {
  const profile = await profileFor(ctx, actor, id);
  if (profile.documents.length > 0 && hasRight(actor, 'papers.decide')) {
    const documents = profile.documents.map(({ file }) => file._id);
    await audit(ctx, actor, client, { action: 'performers.read-documents', targetType: 'performer', targetId: id, after: { documents } });
  }
  return profile;
}

/** Changes one performer and writes the audit entry in the same transaction. Rejects with performer_not_found and stronger_operator. */
async function changePerformerWithAudit(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  action: string,
  change: (tx: Context) => Promise<void>,
): Promise<ReviewedProfile> {
  await inTransaction(ctx, async (tx) => {
    // Without a viewer, the audit entry contains no URL of a document.
    const loadProfile = async (): Promise<ReviewedProfile> =>
      (await reviewedProfiles(tx, [id], null)).get(id) ?? fail('performer_not_found');
    const before = await loadProfile();
    await assertMayManage(tx, actor, id);
    await change(tx);
    const after = await loadProfile();
    await audit(tx, actor, client, { action, targetType: 'performer', targetId: id, ...changesOf(before, after) });
  });
  return profileFor(ctx, actor, id);
}

/** Changes a performer's profile. Errors: see PUT /admin/performers/:id. */
export function changePerformer(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  { isFeatured, ...changes }: Changes,
): Promise<ReviewedProfile> {
  return changePerformerWithAudit(ctx, actor, client, id, 'performers.change', async (tx) => {
    await changeProfile(tx, id, changes, { by: 'operator' });
    if (isFeatured !== undefined) await setFeatured(tx, id, isFeatured);
  });
}

/** Decides on a performer's application. Rejects with performer_not_found, document_required, already_so. */
export function decidePerformer(ctx: Context, actor: Actor, client: Client, id: string, decision: Decision): Promise<ReviewedProfile> {
  return changePerformerWithAudit(ctx, actor, client, id, 'performers.verify', (tx) => decideVerification(tx, id, decision));
}

/**
 * Sets a performer's individual commission, or null for the site's rate, and notifies the performer. Past sales keep their rate. Rejects
 * with performer_not_found.
 */
export function changeCommission(ctx: Context, actor: Actor, client: Client, id: string, rate: number | null): Promise<ReviewedProfile> {
  return changePerformerWithAudit(ctx, actor, client, id, 'performers.commission', (tx) => setCommission(tx, id, rate));
}

/**
 * Sets how many days a performer's future sales take to clear, or null for the site's number, and notifies the performer. Rejects with
 * performer_not_found.
 */
export function changeClearing(ctx: Context, actor: Actor, client: Client, id: string, days: number | null): Promise<ReviewedProfile> {
  return changePerformerWithAudit(ctx, actor, client, id, 'performers.clearing', (tx) => setClearing(tx, id, days));
}
