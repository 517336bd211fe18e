/**
 * People shown in an item or in a live show. Naming a person asks for their consent. The item is listed, and the show can start, once
 * all of them agree. Rows are never deleted: a removed name stays in the record, and a person who declined cannot be removed in order
 * to publish anyway.
 */
import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { ItemChanges } from '@contract/content/content';
import type { Consent, ConsentEvent, ItemKind } from '@contract/kernel/values/content';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { appearances, releases, type ConsentHistoryEntry } from '../../platform/db/schema/consent';
import { items } from '../../platform/db/schema/content';
import { fail } from '../../kernel/api-error';
import { isBlockedBetweenSql } from '../../people/blocking/blocking';
import { notify } from '../../people/notifications/notify';

export type Appearance = typeof appearances.$inferSelect;
type NamedPeople = Pick<ItemChanges, 'participantIds' | 'releaseIds'>;
interface ConsentItem {
  id: string;
  kind: ItemKind;
  performerId: string;
}
/** A live show by its stream. The next show, which has not begun, has no session. */
export interface ConsentShow {
  id: string;
  kind: 'show';
  sessionId: string | null;
  performerId: string;
}
type ConsentSubject = ConsentItem | ConsentShow;
type PersonColumn = 'personId' | 'releaseId';

/** The page where people answer consent requests. */
const consentLink = '/creator/consent';

/** The columns that refer to the item or show. */
const subjectColumns = (subject: ConsentSubject): Pick<Appearance, 'itemId' | 'streamId' | 'sessionId'> =>
  subject.kind === 'show'
    ? { itemId: null, streamId: subject.id, sessionId: subject.sessionId }
    : { itemId: subject.id, streamId: null, sessionId: null };

/** The same as an SQL condition. */
export function isAppearanceIn(subject: Pick<ConsentItem, 'id' | 'kind'> | Omit<ConsentShow, 'performerId'>): SQL | undefined {
  if (subject.kind !== 'show') return eq(appearances.itemId, subject.id);
  if (subject.sessionId !== null) return eq(appearances.sessionId, subject.sessionId);
  return and(eq(appearances.streamId, subject.id), isNull(appearances.sessionId));
}

/** The history with an event appended. */
export const withConsentEvent = (
  ctx: Pick<Context, 'clock'>,
  history: readonly ConsentHistoryEntry[],
  event: ConsentEvent,
): ConsentHistoryEntry[] => [...history, { event, at: ctx.clock.now().toISOString() }];

/** Rejects with performer_not_found people who are not performers, and people who are blocked by or block the owner. */
async function assertPeople(tx: Context, performerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const canBeNamed = and(
    inArray(accounts.id, [...ids]),
    eq(accounts.isPerformer, true),
    eq(accounts.status, 'active'),
    sql`not ${isBlockedBetweenSql(accounts.id, sql`${performerId}::uuid`)}`,
  );
  if ((await tx.db.$count(accounts, canBeNamed)) < ids.length) fail('performer_not_found');
}

/** The consent by release. Rejects with release_not_found releases of others, and releases that are not waiting or approved. */
async function consentsByRelease(tx: Context, performerId: string, ids: readonly string[]): Promise<Map<string, Consent>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.db
    .select({ id: releases.id, status: releases.status })
    .from(releases)
    .where(and(inArray(releases.id, [...ids]), eq(releases.performerId, performerId), inArray(releases.status, ['waiting', 'approved'])))
    // Locked, so that a concurrent decision on a release sees the rows written here.
    .for('share');
  if (rows.length < ids.length) fail('release_not_found');
  return new Map(rows.map(({ id, status }) => [id, status === 'approved' ? 'accepted' : 'asked']));
}

const updateAppearance = async (tx: Context, { id }: Appearance, set: Partial<Appearance>): Promise<void> => {
  await tx.db.update(appearances).set(set).where(eq(appearances.id, id));
};

/** Whether the person refused. A rejected release is not their refusal: another release can replace it. */
const isRefused = ({ consent, personId }: Appearance): boolean => consent === 'withdrawn' || (consent === 'declined' && personId !== null);

/**
 * Removes names. Rejects with consent_refused if a person does not agree: the item stays unpublished. A show that has not begun shows
 * no one yet, so it can take place without them.
 */
async function removePeople(tx: Context, item: ConsentSubject, removed: readonly Appearance[]): Promise<void> {
  const hasNotStarted = item.kind === 'show' && item.sessionId === null;
  for (const row of removed) {
    if (isRefused(row) && !hasNotStarted)
      fail('consent_refused', item.kind === 'show' ? { message: 'They don’t agree to be shown. Their name stays on record.' } : {});
    await updateAppearance(tx, row, { removedAt: tx.clock.now(), history: withConsentEvent(tx, row.history, 'removed') });
  }
}

/**
 * Adds one person: their consent is asked for, or is that of the release. Publishers consent by publishing. Rejects with
 * person_not_shown.
 */
async function addPerson(
  tx: Context,
  item: ConsentSubject,
  column: PersonColumn,
  id: string,
  existing: Appearance | undefined,
  fields: { ordering: number; consent: Consent },
) {
  const now = tx.clock.now();
  const isAccepted = fields.consent === 'accepted';
  if (existing?.history.at(-1)?.event === 'not-me') fail('person_not_shown');
  const history = withConsentEvent(tx, existing?.history ?? [], 'asked');
  const values = {
    ...fields,
    askedAt: now,
    answeredAt: isAccepted ? now : null,
    removedAt: null,
    history: isAccepted ? withConsentEvent(tx, history, 'accepted') : history,
  };
  if (existing) await updateAppearance(tx, existing, { ...values, version: existing.version + 1 });
  else await tx.db.insert(appearances).values({ id: tx.random.id(), ...subjectColumns(item), [column]: id, ...values });
}

async function setPeopleInColumn(
  tx: Context,
  item: ConsentSubject,
  rows: readonly Appearance[],
  column: PersonColumn,
  ids: readonly string[] | undefined,
): Promise<string[]> {
  if (ids === undefined) return [];
  const distinctIds = [...new Set(ids)];
  const existing = new Map(rows.flatMap((row) => (row[column] === null ? [] : [[row[column], row] as const])));
  await removePeople(
    tx,
    item,
    [...existing].filter(([id, { removedAt }]) => removedAt === null && !distinctIds.includes(id)).map(([, row]) => row),
  );
  const added = distinctIds.filter((id) => existing.get(id)?.removedAt !== null);
  if (column === 'personId') await assertPeople(tx, item.performerId, added);
  const consents = column === 'releaseId' ? await consentsByRelease(tx, item.performerId, added) : new Map<string, Consent>();
  for (const [ordering, id] of distinctIds.entries()) {
    const row = existing.get(id);
    if (added.includes(id))
      await addPerson(tx, item, column, id, row, {
        ordering,
        consent: id === item.performerId ? 'accepted' : (consents.get(id) ?? 'asked'),
      });
    else if (row && row.ordering !== ordering) await updateAppearance(tx, row, { ordering });
  }
  return column === 'personId' ? added : [];
}

async function requestConsent(tx: Context, item: ConsentSubject, personIds: readonly string[]): Promise<void> {
  for (const personId of personIds)
    await notify(tx, personId, {
      type: 'consent',
      actorId: item.performerId,
      text: item.kind === 'show' ? 'asked for your consent to appear in a live stream.' : 'asked for your consent to be shown.',
      link: consentLink,
      event: `consent:${item.id}:${tx.random.id()}`,
      group: `consent:${item.performerId}`,
    });
}

/** The appearances in an item or show, locked until the transaction ends. */
const lockAppearances = (tx: Context, item: Parameters<typeof isAppearanceIn>[0]): Promise<Appearance[]> =>
  tx.db.select().from(appearances).where(isAppearanceIn(item)).orderBy(asc(appearances.id)).for('update');

/**
 * Sets who is shown in a locked item, or in a show whose stream is locked. Absent lists are unchanged. Asks newly named people. It does
 * not update the listing: call `syncListing`. Rejects with performer_not_found, release_not_found, consent_refused and person_not_shown.
 */
export async function setPeople(tx: Context, item: ConsentSubject, { participantIds, releaseIds }: NamedPeople): Promise<void> {
  if (participantIds === undefined && releaseIds === undefined) return;
  const rows = await lockAppearances(tx, item);
  if (rows.length === 0 && !participantIds?.length && !releaseIds?.length) return;
  const addedPersonIds = await setPeopleInColumn(tx, item, rows, 'personId', participantIds);
  await setPeopleInColumn(tx, item, rows, 'releaseId', releaseIds);
  if (item.kind !== 'show') await updateItemConsent(tx, [item.id]);
  await requestConsent(tx, item, addedPersonIds);
}

/** Asks the people in a locked item again because its content changed. Releases keep their consent. */
export async function requestConsentAgain(tx: Context, item: ConsentItem): Promise<void> {
  const rows = (await lockAppearances(tx, item)).filter(
    ({ personId, removedAt }) => personId !== null && personId !== item.performerId && removedAt === null,
  );
  const toNotify: string[] = [];
  for (const row of rows) {
    const isAccepted = row.consent === 'accepted';
    await updateAppearance(tx, row, {
      version: row.version + 1,
      askedAt: tx.clock.now(),
      history: withConsentEvent(tx, row.history, 'asked-again'),
      ...(isAccepted && { consent: 'asked', answeredAt: null }),
    });
    if (isAccepted && row.personId !== null) toNotify.push(row.personId);
  }
  if (rows.length === 0) return;
  await updateItemConsent(tx, [item.id]);
  await requestConsent(tx, item, toNotify);
}

/**
 * Asks about a photo that is added to a gallery. People who answered for the gallery have not seen it. For people who have not answered
 * yet, the version of the gallery's consent request is incremented.
 */
export async function requestConsentForPhoto(tx: Context, photo: ConsentItem, galleryId: string): Promise<void> {
  const galleryRows = (await lockAppearances(tx, { kind: 'gallery', id: galleryId })).filter(
    ({ personId, removedAt }) => personId !== null && removedAt === null,
  );
  if (galleryRows.length === 0) return;
  for (const row of galleryRows.filter(({ consent }) => consent === 'asked')) await updateAppearance(tx, row, { version: row.version + 1 });
  const onPhoto = (await lockAppearances(tx, photo))
    .filter(({ removedAt }) => removedAt === null)
    .flatMap(({ personId }) => personId ?? []);
  const answered = galleryRows.filter(({ consent }) => consent !== 'asked').flatMap(({ personId }) => personId ?? []);
  await setPeople(tx, photo, { participantIds: [...new Set([...onPhoto, ...answered])] });
}

/**
 * Copies the gallery's people with their answers to a photo that leaves the gallery, so that a refusal persists and no one is asked
 * twice. People who are named on the photo itself are unchanged.
 */
export async function copyPeopleFromGallery(tx: Context, photo: ConsentItem, galleryId: string): Promise<void> {
  const photoRows = await lockAppearances(tx, photo);
  const galleryRows = (await lockAppearances(tx, { kind: 'gallery', id: galleryId })).filter(
    ({ personId, releaseId, removedAt }) =>
      removedAt === null && !photoRows.some((row) => row.personId === personId && row.releaseId === releaseId),
  );
  if (galleryRows.length === 0) return;
  await tx.db.insert(appearances).values(galleryRows.map((row) => ({ ...row, id: tx.random.id(), itemId: photo.id })));
  await updateItemConsent(tx, [photo.id]);
}

/**
 * Copies the people of an ended show to its recording. They agreed to be shown live but have not seen the recording, so people with
 * an account are asked again. Refusals and releases are unchanged.
 */
export async function addRecordingPeople(tx: Context, video: ConsentItem, show: Omit<ConsentShow, 'performerId'>): Promise<void> {
  const rows = (await lockAppearances(tx, show)).filter(
    ({ personId, releaseId, removedAt }) => removedAt === null && (personId !== null || releaseId !== null),
  );
  if (rows.length === 0) return;
  const needsConsent = ({ personId, consent }: Appearance): boolean =>
    personId !== null && personId !== video.performerId && (consent === 'accepted' || consent === 'asked');
  const now = tx.clock.now();
  await tx.db.insert(appearances).values(
    rows.map((row) => ({
      ...row,
      id: tx.random.id(),
      ...subjectColumns(video),
      version: 1,
      ...(needsConsent(row) && {
        consent: 'asked' as const,
        askedAt: now,
        answeredAt: null,
        history: withConsentEvent(tx, row.history, 'asked-again'),
      }),
    })),
  );
  await updateItemConsent(tx, [video.id]);
  await requestConsent(
    tx,
    video,
    rows.filter(needsConsent).flatMap(({ personId }) => personId ?? []),
  );
}

/** Stores in locked items whether all people in them agree. Call it whenever one of them was named or has answered, then `syncListing`. */
export async function updateItemConsent(tx: Context, itemIds: readonly string[]): Promise<void> {
  const refusing = sql`count(*) filter (where ${appearances.consent} in ('declined', 'withdrawn'))`;
  // An erased account cannot answer, so it is not waited for. Its refusals remain.
  const waiting = sql`count(*) filter (where ${appearances.consent} = 'asked' and (${appearances.personId} is not null or ${appearances.releaseId} is not null))`;
  await tx.db
    .update(items)
    .set({
      consent: sql`(select case when ${refusing} > 0 then 'refused' when ${waiting} > 0 then 'awaited' else 'given' end
        from ${appearances} where ${and(eq(appearances.itemId, items.id), isNull(appearances.removedAt))})`,
    })
    .where(inArray(items.id, [...itemIds]));
}
