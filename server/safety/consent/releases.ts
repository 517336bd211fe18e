/** Releases: the signed consent of people without an account, with their identity document. Both files are encrypted. */
import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type consentContract from '@contract/safety/consent';
import type { Parsed } from '@contract/kernel/endpoint';
import * as limits from '@contract/kernel/limits';
import type { Page } from '@contract/kernel/shapes';
import type { ReleaseStatus } from '@contract/kernel/values/content';
import { inTransaction, type Context } from '../../platform/context';
import { contains, readPage } from '../../platform/db/paging';
import { appearances, releases } from '../../platform/db/schema/consent';
import { files } from '../../platform/db/schema/files';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import { fail, failAt } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { TransactionRunner } from '../../platform/idempotency/idempotency';
import { attachFile, detachFile, fileResponse, removeFile, storeDocument, type IncomingFile } from '../../platform/media/files';
import type { FileUse } from '../../platform/media/uses';
import { assertMayPublish } from '../../content/items/publishing-options';
import { notifyOperators } from '../../people/notifications/notify';
import { peopleByIds } from '../../people/people/rows';
import { dayOf, yearsSince } from '../../people/performers/age';

type Contract = typeof consentContract;
type Query = Parsed<Contract['GET /performer/releases']>['query'];
type NewRelease = Parsed<Contract['POST /performer/releases']>['body'];
export type ReleaseResponse = z.output<Contract['POST /performer/releases']['response']>;
export type ReviewedRelease = z.output<Contract['POST /admin/releases/:id/decide']['response']>;

const usedBy = (id: string): FileUse => ({ kind: 'release', id });

/** Releases by id, with document URLs for the viewer: their owner, and operators who review identity documents. */
export async function reviewedReleases(ctx: Context, viewer: Actor, ids: readonly string[]): Promise<Map<string, ReviewedRelease>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(releases)
    .where(inArray(releases.id, [...ids]));
  const documents = await ctx.db
    .select()
    .from(files)
    .where(
      inArray(
        files.id,
        rows.flatMap(({ formId, identityId }) => [formId, identityId]),
      ),
    );
  const uses = await ctx.db
    .select({ id: appearances.releaseId, items: count() })
    .from(appearances)
    .where(and(inArray(appearances.releaseId, [...ids]), isNull(appearances.removedAt)))
    .groupBy(appearances.releaseId);
  const people = await peopleByIds(
    ctx,
    rows.flatMap(({ performerId, decidedBy }) => [performerId, ...(decidedBy === null ? [] : [decidedBy])]),
  );
  const documentResponses = new Map(documents.map((file) => [file.id, fileResponse(ctx, file, viewer)]));
  const itemCounts = new Map(uses.map(({ id, items }) => [id, items]));
  return new Map(
    rows.flatMap(({ formId, identityId, performerId, decidedBy, id, ...row }) => {
      const [form, identity] = [documentResponses.get(formId), documentResponses.get(identityId)];
      if (!form || !identity) return [];
      const { name, dateOfBirth, signedOn, status, note, createdAt, decidedAt } = row;
      return [
        [
          id,
          {
            _id: id,
            name,
            dateOfBirth,
            signedOn,
            status,
            note,
            createdAt,
            decidedAt,
            items: itemCounts.get(id) ?? 0,
            form,
            identity,
            performer: people.get(performerId) ?? null,
            decidedBy: decidedBy === null ? null : (people.get(decidedBy) ?? null),
          },
        ] as const,
      ];
    }),
  );
}

const matching = (ctx: Context, { status, q }: { status?: ReleaseStatus | undefined; q?: string | undefined }, performerId?: string) =>
  ctx.db
    .select({ id: releases.id, createdAt: releases.createdAt, updatedAt: releases.updatedAt, name: releases.name })
    .from(releases)
    .where(
      and(
        performerId === undefined ? undefined : eq(releases.performerId, performerId),
        status === undefined ? undefined : eq(releases.status, status),
        q === undefined ? undefined : contains(releases.name, q),
      ),
    )
    .as('found');

/** A page of the caller's releases. */
export function searchOwnReleases(ctx: Context, actor: Actor, query: Query): Promise<Page<ReleaseResponse>> {
  return readPage(ctx, query, matching(ctx, query, actor.id), (ids) => reviewedReleases(ctx, actor, ids));
}

/** A page of all releases, for operators. */
export function searchReleases(ctx: Context, operator: Actor, query: Query): Promise<Page<ReviewedRelease>> {
  return readPage(ctx, query, matching(ctx, query), (ids) => reviewedReleases(ctx, operator, ids));
}

/** Rejects with under_age if the person was too young when they signed, and with invalid_request if the signing date is in the future. */
function assertSigned(ctx: Context, { dateOfBirth, signedOn }: NewRelease): void {
  if (signedOn > dayOf(ctx.clock.now()))
    fail('invalid_request', { issues: [{ path: 'signedOn', message: 'Choose today or an earlier date.' }] });
  if (yearsSince(dateOfBirth, signedOn) < limits.performerAgeMin_years) failAt('dateOfBirth', 'under_age');
}

/**
 * Adds a release with its documents; `inOneTransaction` makes it idempotent. An operator decides on it. Rejects with the errors of
 * `storeDocument`, and with performer_not_verified, under_age, invalid_request and too_many_releases.
 */
export async function addRelease<R>(
  ctx: Context,
  performer: Actor,
  uploads: { form: IncomingFile; identity: IncomingFile },
  body: NewRelease,
  inOneTransaction: TransactionRunner<ReleaseResponse, R>,
): Promise<R> {
  await assertMayPublish(ctx, performer.id);
  assertSigned(ctx, body);
  const form = await storeDocument(ctx, { ownerId: performer.id, file: uploads.form });
  const identity = await storeDocument(ctx, { ownerId: performer.id, file: uploads.identity });
  return inOneTransaction(async (tx) => {
    await takeAdvisoryLock(tx.db, `releases of ${performer.id}`);
    if ((await tx.db.$count(releases, eq(releases.performerId, performer.id))) >= limits.releasesMax) fail('too_many_releases');
    const [id, now] = [tx.random.id(), tx.clock.now()];
    await tx.db.insert(releases).values({
      id,
      performerId: performer.id,
      ...body,
      formId: form.id,
      identityId: identity.id,
      createdAt: now,
      updatedAt: now,
    });
    for (const file of [form, identity]) await attachFile(tx, file.id, usedBy(id));
    await notifyOperators(tx, 'papers.decide', {
      type: 'verification',
      actorId: performer.id,
      text: 'added a release for review.',
      link: '/admin/releases',
      event: `release:${id}`,
    });
    return (await reviewedReleases(tx, performer, [id])).get(id) ?? fail('release_not_found');
  });
}

/**
 * Deletes one of the performer's releases with its documents. Rejects with release_not_found, and with release_used if an item or
 * show ever named it, since it is proof.
 */
export async function deleteRelease(ctx: Context, performerId: string, id: string): Promise<void> {
  const fileIds = await inTransaction(ctx, async (tx) => {
    const own = and(eq(releases.id, id), eq(releases.performerId, performerId));
    const [row] = await tx.db.select().from(releases).where(own).for('update');
    if (!row) return fail('release_not_found');
    if ((await tx.db.$count(appearances, eq(appearances.releaseId, id))) > 0) return fail('release_used');
    await tx.db.delete(releases).where(eq(releases.id, id));
    const fileIds = [row.formId, row.identityId];
    for (const fileId of fileIds) await detachFile(tx, fileId);
    return fileIds;
  });
  for (const fileId of fileIds) await removeFile(ctx, fileId);
}
