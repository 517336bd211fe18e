/** The record sheet of an item or a live show: who is shown, who published it, and the proof of their age and consent. */
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type consentContract from '@contract/safety/consent';
import type { ItemConsent } from '@contract/kernel/values/content';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { appearances, releases } from '../../platform/db/schema/consent';
import { items } from '../../platform/db/schema/content';
import { files } from '../../platform/db/schema/files';
import { performerDocuments, performers } from '../../platform/db/schema/performers';
import { streamSessions } from '../../platform/db/schema/streaming';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { fileResponse } from '../../platform/media/files';
import { stateOf as itemStateOf } from '../../content/items/visible';
import { peopleByIds } from '../../people/people/rows';
import { reviewedReleases } from './releases';

type Sheet = z.output<(typeof consentContract)['GET /admin/items/:id/record']['response']>;
type Identity = Sheet['publisher'];

/** The identities of people with an account, by id, with three queries. */
async function identitiesOf(ctx: Context, operator: Actor, ids: readonly string[]): Promise<Map<string, Identity>> {
  const rows = await ctx.db
    .select({
      id: accounts.id,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
      dateOfBirth: performers.dateOfBirth,
      verifiedAt: performers.verifiedAt,
    })
    .from(accounts)
    .leftJoin(performers, eq(performers.accountId, accounts.id))
    .where(inArray(accounts.id, [...ids]));
  const documents = await ctx.db
    .select({ performerId: performerDocuments.performerId, type: performerDocuments.type, file: files })
    .from(performerDocuments)
    .innerJoin(files, eq(files.id, performerDocuments.fileId))
    .where(inArray(performerDocuments.performerId, [...ids]))
    .orderBy(asc(performerDocuments.type));
  const people = await peopleByIds(ctx, [...ids]);
  return new Map(
    rows.map(({ id, firstName, lastName, dateOfBirth, verifiedAt }) => [
      id,
      {
        person: people.get(id) ?? null,
        dateOfBirth,
        verifiedAt,
        legalName: [firstName, lastName].filter((part) => part !== null && part !== '').join(' ') || null,
        papers: documents.flatMap(({ performerId, type, file }) =>
          performerId === id ? [{ type, file: fileResponse(ctx, file, operator) }] : [],
        ),
      },
    ]),
  );
}

const unknownIdentity: Identity = { person: null, legalName: null, dateOfBirth: null, verifiedAt: null, papers: [] };

type Head = Pick<Sheet, '_id' | 'kind' | 'title' | 'state' | 'consent' | 'createdAt' | 'publishedAt' | 'deletedAt'>;
type Row = typeof appearances.$inferSelect;

/** The consent of all named people together. */
function consentOf(rows: readonly Row[]): ItemConsent {
  const named = rows.filter(({ removedAt }) => removedAt === null);
  if (named.some(({ consent }) => consent === 'declined' || consent === 'withdrawn')) return 'refused';
  return named.some(({ consent, personId, releaseId }) => consent === 'asked' && (personId ?? releaseId) !== null) ? 'awaited' : 'given';
}

/** The header of a sheet and its people; null if the id is neither an item nor a public show. */
async function headOf(ctx: Context, id: string): Promise<{ head: Head; performerId: string; rows: Row[] } | null> {
  const order = [asc(appearances.askedAt), asc(appearances.id)];
  const [item] = await ctx.db.select().from(items).where(eq(items.id, id));
  if (item) {
    const { kind, title, consent, createdAt, publishedAt, deletedAt, performerId } = item;
    const rows = await ctx.db
      .select()
      .from(appearances)
      .where(eq(appearances.itemId, id))
      .orderBy(...order);
    return {
      head: { _id: id, kind, title, state: itemStateOf(item, ctx.clock.now()), consent, createdAt, publishedAt, deletedAt },
      performerId,
      rows,
    };
  }
  const [show] = await ctx.db
    .select()
    .from(streamSessions)
    .where(and(eq(streamSessions.id, id), eq(streamSessions.type, 'public')));
  if (!show) return null;
  const { title, createdAt, liveAt, performerId } = show;
  const rows = await ctx.db
    .select()
    .from(appearances)
    .where(eq(appearances.sessionId, id))
    .orderBy(...order);
  return {
    head: { _id: id, kind: 'show', title, state: null, consent: consentOf(rows), createdAt, publishedAt: liveAt, deletedAt: null },
    performerId,
    rows,
  };
}

/**
 * The record sheet of an item in any state, even deleted, or of a public show by its session id. Access is audited. Rejects with
 * content_not_found.
 */
export function getRecordSheet(ctx: Context, operator: Actor, client: Client, id: string): Promise<Sheet> {
  return inTransaction(ctx, async (tx) => {
    const found = await headOf(tx, id);
    if (found === null) return fail('content_not_found');
    const { head, performerId, rows } = found;
    const identities = await identitiesOf(tx, operator, [performerId, ...rows.flatMap(({ personId }) => personId ?? [])]);
    const releaseIds = rows.flatMap(({ releaseId }) => releaseId ?? []);
    const named = await tx.db.select().from(releases).where(inArray(releases.id, releaseIds));
    // The documents are deleted when the creator's account is erased; the names remain.
    const documents = await reviewedReleases(tx, operator, releaseIds);
    await audit(tx, operator, client, { action: 'records.read', targetType: head.kind === 'show' ? 'stream' : head.kind, targetId: id });
    return {
      ...head,
      publisher: identities.get(performerId) ?? unknownIdentity,
      people: rows.map((row) => {
        const person = (row.personId === null ? undefined : identities.get(row.personId)) ?? unknownIdentity;
        const release = named.find(({ id: releaseId }) => releaseId === row.releaseId);
        const releaseDocuments = release && documents.get(release.id);
        return {
          ...person,
          ...(release && { legalName: release.name, dateOfBirth: release.dateOfBirth }),
          ...(release?.status === 'approved' && { verifiedAt: release.decidedAt }),
          _id: row.id,
          consent: row.consent,
          isRemoved: row.removedAt !== null,
          release: release ? { _id: release.id, name: release.name } : null,
          releasePapers: releaseDocuments ? [releaseDocuments.form, releaseDocuments.identity] : [],
          history: row.history.map(({ event, at }) => ({ event, at: new Date(at) })),
        };
      }),
    };
  });
}
