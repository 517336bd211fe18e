/** Performers as operators see, change and verify them. Every change, and every look at papers, leaves an audit entry. */
import { and, eq, or } from 'drizzle-orm';
import type adminContract from '@contract/site/admin';
import type { Parsed } from '@contract/endpoint';
import type { Page } from '@contract/kernel/shapes';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { accounts, performers } from '../../platform/db/schema/schema';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import {
  changeProfile,
  decideVerification,
  feature,
  reviewedProfiles,
  setClearing,
  setCommission,
  type Decision,
  type ReviewedProfile,
} from '../../modules/performers/performers';
import { changesOf } from '../../audit/changes';
import { assertNotStronger } from '../team/team';
import { mayDo } from '../../platform/rights';
import { isCalled } from '../../modules/people/people';

type Contract = typeof adminContract;
type SearchQuery = Parsed<Contract['GET /admin/performers/search']>['query'];
type Changes = Parsed<Contract['PUT /admin/performers/:id']>['body'];

/** All performers, whatever their state; `q` looks into names, usernames and addresses. Papers are named, without a way to open them. */
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
        q === undefined ? undefined : or(isCalled(q), contains(accounts.email, q)),
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

/** One performer with her papers; the look at them is noted. Refuses with performer_not_found. */
export async function reviewPerformer(ctx: Context, actor: Actor, client: Client, id: string): Promise<ReviewedProfile> {
  const profile = await profileFor(ctx, actor, id);
  if (profile.documents.length > 0 && mayDo(actor, 'papers.decide')) {
    const documents = profile.documents.map(({ file }) => file._id);
    await audit(ctx, actor, client, { action: 'performers.read-documents', targetType: 'performer', targetId: id, after: { documents } });
  }
  return profile;
}

/** Runs a change of one performer with its audit entry. Refuses with performer_not_found. */
async function changing(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  action: string,
  change: (tx: Context) => Promise<void>,
): Promise<ReviewedProfile> {
  await inTransaction(ctx, async (tx) => {
    // Nobody's eyes: the entry holds no address that opens a paper.
    const state = async (): Promise<ReviewedProfile> => (await reviewedProfiles(tx, [id], null)).get(id) ?? fail('performer_not_found');
    const before = await state();
    await assertNotStronger(tx, actor, id);
    await change(tx);
    const after = await state();
    await audit(tx, actor, client, { action, targetType: 'performer', targetId: id, ...changesOf(before, after) });
  });
  return profileFor(ctx, actor, id);
}

/** Changes a performer's profile. Refuses as PUT /admin/performers/:id says. */
export function changePerformer(
  ctx: Context,
  actor: Actor,
  client: Client,
  id: string,
  { isFeatured, ...changes }: Changes,
): Promise<ReviewedProfile> {
  return changing(ctx, actor, client, id, 'performers.change', async (tx) => {
    await changeProfile(tx, id, changes, { by: 'operator' });
    if (isFeatured !== undefined) await feature(tx, id, isFeatured);
  });
}

/** Decides on a performer's application. Refuses with performer_not_found, document_required, already_so. */
export function decidePerformer(ctx: Context, actor: Actor, client: Client, id: string, decision: Decision): Promise<ReviewedProfile> {
  return changing(ctx, actor, client, id, 'performers.verify', (tx) => decideVerification(tx, id, decision));
}

/**
 * Sets a performer's own commission, or the site's for null, and tells her. What she has sold stays as it is. Refuses with
 * performer_not_found.
 */
export function changeCommission(ctx: Context, actor: Actor, client: Client, id: string, rate: number | null): Promise<ReviewedProfile> {
  return changing(ctx, actor, client, id, 'performers.commission', (tx) => setCommission(tx, id, rate));
}

/** Sets how many days a performer's later sales wait, or the site's number for null, and tells them. Refuses with performer_not_found. */
export function changeClearing(ctx: Context, actor: Actor, client: Client, id: string, days: number | null): Promise<ReviewedProfile> {
  return changing(ctx, actor, client, id, 'performers.clearing', (tx) => setClearing(tx, id, days));
}
