/**
 * Access to files. `entitlementToFile` calls the rule of the object that uses the file, which that module registers in
 * `ctx.hooks.fileRules`. `checkFileAccess` is the check of each file request. Granted access is cached for one second, because a player
 * sends many requests. Denied access is checked again each time, so that a purchase takes effect immediately.
 */
import { type FileType } from '@contract/kernel/values/files';
import { vaultTypes } from '@contract/kernel/values/messages';
import type { Context } from '../../platform/context';
import type { files, FileUseKind } from '../../platform/db/schema/files';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { isEvidence } from '../../platform/media/holds';
import { lockedName } from '../../platform/media/pictures/variants';
import { isAttached, type Attached } from '../../platform/media/uses';
import { isHiddenFromDelegate } from '../../kernel/delegate-access';
import { hasRight } from '../../platform/rights';

export type FileRow = Pick<typeof files.$inferSelect, 'id' | 'ownerId' | 'type' | 'attachedKind' | 'attachedId'>;
type Visitor = Pick<Actor, 'id' | 'rights' | 'delegate'>;

/** `open`; `locked`: the viewer knows of the file and sees its teaser; `closed`: no access. */
export type FileAccess = 'open' | 'locked' | 'closed';

/** File types that every viewer who is not blocked sees, whatever the item costs. */
const teasers = new Set<FileType>(['feed-teaser', 'video-teaser', 'welcome-video']);
const cache_ms = 1_000;
const cacheMax = 10_000;

/** The decision of the object that uses the file, for a viewer who is neither the file's owner nor an operator. */
export type FileRule = (
  ctx: Context,
  viewer: Visitor | null,
  client: Pick<Client, 'country'>,
  row: Attached<FileRow>,
) => Promise<FileAccess>;
export type FileRules = Partial<Record<FileUseKind, FileRule>>;

/** Operators do not see private messages unless one was reported, nor data exports. */
const privateTypes = new Set<FileType>([...vaultTypes, 'export']);

/** Whether this viewer reviews files of this type as an operator. */
const isReviewed = (viewer: Visitor | null, { type }: FileRow): boolean =>
  !privateTypes.has(type) && hasRight(viewer, type === 'document' ? 'papers.decide' : 'content.moderate');

/**
 * Access to a file: for its owner, for operators who review it, and then by the rule of the object that uses it. No one else has access
 * to a file that no known object uses.
 */
export async function entitlementToFile(
  ctx: Context,
  viewer: Visitor | null,
  client: Pick<Client, 'country'>,
  row: FileRow,
): Promise<FileAccess> {
  if (isHiddenFromDelegate(viewer, row.type)) return 'closed';
  if (viewer?.id === row.ownerId || isReviewed(viewer, row)) return 'open';
  if (hasRight(viewer, 'reports.decide') && (await isEvidence(ctx, row.id))) return 'open';
  if (!isAttached(row)) return 'closed';
  const rule = ctx.hooks.fileRules[row.attachedKind];
  return rule ? rule(ctx, viewer, client, row) : 'closed';
}

interface CachedAccess {
  access: FileAccess;
  until_ms: number;
}
/** Per application instance, since tests run several in one process. */
const accessCaches = new WeakMap<Context['settings'], Map<string, CachedAccess>>();

/** Whether this access includes the given variant of the file. */
const includesVariant = (access: FileAccess, { type }: FileRow, variant: string): boolean =>
  access === 'open' || (access === 'locked' && (teasers.has(type) || variant === lockedName));

const viewerKey = ({ id, rights, delegate }: Visitor): string =>
  `${id} ${rights.join(',')} ${delegate?.rights.join(',') ?? ''}${delegate ? ' delegated' : ''}`;

/** Whether this viewer may open this variant. Granted access may be up to a second old. */
export async function checkFileAccess(
  ctx: Context,
  viewer: Visitor | null,
  client: Pick<Client, 'country'>,
  row: FileRow,
  variant: string,
): Promise<'open' | 'denied'> {
  const cache = accessCaches.get(ctx.settings) ?? new Map<string, CachedAccess>();
  accessCaches.set(ctx.settings, cache);
  const now_ms = ctx.clock.now().getTime();
  const key = `${viewer === null ? 'guest' : viewerKey(viewer)} ${client.country ?? ''} ${row.id} ${row.attachedKind ?? ''} ${row.attachedId ?? ''}`;
  const cached = cache.get(key);
  if (cached && now_ms < cached.until_ms && includesVariant(cached.access, row, variant)) return 'open';
  const access = await entitlementToFile(ctx, viewer, client, row);
  // The time was read before the check, so that a change during the check is not cached for longer.
  if (cache.size >= cacheMax) cache.clear();
  cache.set(key, { access, until_ms: now_ms + cache_ms });
  return includesVariant(access, row, variant) ? 'open' : 'denied';
}
