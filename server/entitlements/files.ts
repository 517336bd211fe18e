/**
 * Who may open which file. `entitlementToFile` knows what uses a file and asks that thing's rule; `mayOpen` is what delivery
 * asks for each address. What lets somebody in is kept for one second, so that a player's many requests cost one question;
 * what keeps her out is asked anew each time, so that what she has just paid for opens at once.
 */
import { vaultTypes, type FileType } from '@contract/values';
import type { Context } from '../platform/context';
import type { files } from '../platform/db/schema/files';
import type { Actor } from '../platform/http/actor';
import type { Client } from '../platform/http/client';
import { isEvidence } from '../platform/media/holds';
import { lockedName } from '../platform/media/pictures/variants';
import { orderOfFile } from './entitlements';
import { entitlementToComment } from '../modules/comments/comments';
import { entitlementToItem, isInFeed } from '../modules/items/items';
import { messageFileRule } from '../modules/messages/messages';
import { welcomeVideoRule } from '../modules/performers/performers';
import { isBeyondHelp } from '../helper-reach';
import { mayDo } from '../platform/rights';

type FileRow = Pick<typeof files.$inferSelect, 'id' | 'ownerId' | 'type' | 'attachedTo'>;
type Visitor = Pick<Actor, 'id' | 'rights' | 'by'>;

/** `open`; `locked`: she may know of it, and see its teaser; `closed`: kept out. */
export type FileAccess = 'open' | 'locked' | 'closed';

/** Shown to whoever is not kept out, whatever the item costs. */
const teasers = new Set<FileType>(['feed-teaser', 'video-teaser', 'welcome-video']);
const kept_ms = 1_000;
const keptMax = 10_000;

/** What the thing that uses a file says of a visitor who is neither its owner nor an operator. */
export type FileRule = (ctx: Context, viewer: Visitor | null, client: Pick<Client, 'country'>, row: FileRow) => Promise<FileAccess>;

/** What stands behind the colon. */
const subjectIn = ({ attachedTo }: FileRow): string => attachedTo?.split(':')[1] ?? '';

const itemRule: FileRule = async (ctx, viewer, client, row) => (await entitlementToItem(ctx, viewer, client, subjectIn(row))).state;

/** What was taken out of a post is there only for whoever had bought the post before. */
const feedRule: FileRule = async (ctx, viewer, client, row) => {
  const access = await itemRule(ctx, viewer, client, row);
  return access === 'closed' || (await isInFeed(ctx, viewer, subjectIn(row), row.id)) ? access : 'closed';
};

/**
 * Pictures of a product are seen as it is; its file is for whoever ordered it, also when it was taken down or deleted, but not
 * across a block. What the file was before stays open to buyers too.
 */
const productRule: FileRule = async (ctx, viewer, client, row) => {
  const { state } = await entitlementToItem(ctx, viewer, client, subjectIn(row));
  if (row.type !== 'product-digital' || state !== 'open') return state;
  return viewer !== null && (await orderOfFile(ctx, viewer.id, subjectIn(row))) === 'holds' ? 'open' : 'closed';
};

/** By the word before the colon of what uses a file. */
export const fileRules: Record<string, FileRule> = {
  feed: feedRule,
  video: itemRule,
  photo: itemRule,
  product: productRule,
  performer: welcomeVideoRule,
  message: messageFileRule,
  comment: async (ctx, viewer, client, row) => (await entitlementToComment(ctx, viewer, client, subjectIn(row))).state,
};

/**
 * What people send each other is not for operators, unless somebody reported it; nor is all that there is of somebody in one
 * file.
 */
const privateTypes = new Set<FileType>([...vaultTypes, 'export']);

/** Whether looking at such files is the work of this visitor. */
const isReviewed = (viewer: Visitor | null, { type }: FileRow): boolean =>
  !privateTypes.has(type) && mayDo(viewer, type === 'document' ? 'papers.decide' : 'content.moderate');

/** Who may open a file: its owner and the operators whose work it is, then whoever the thing that uses it lets. What nothing known uses is for nobody else. */
export async function entitlementToFile(
  ctx: Context,
  viewer: Visitor | null,
  client: Pick<Client, 'country'>,
  row: FileRow,
): Promise<FileAccess> {
  if (isBeyondHelp(viewer, row.type)) return 'closed';
  const kind = row.attachedTo?.split(':')[0] ?? '';
  if (viewer?.id === row.ownerId || isReviewed(viewer, row)) return 'open';
  if (mayDo(viewer, 'reports.decide') && (await isEvidence(ctx, row.id))) return 'open';
  const rule = Object.hasOwn(fileRules, kind) ? fileRules[kind] : undefined;
  return rule ? rule(ctx, viewer, client, row) : 'closed';
}

interface Kept {
  access: FileAccess;
  until_ms: number;
}
/** By host, since one process may be several of them in tests. */
const keptAnswers = new WeakMap<Context['settings'], Map<string, Kept>>();

/** Whether a file that is open, locked or closed to somebody gives her this rendition. */
const lets = (access: FileAccess, { type }: FileRow, variant: string): boolean =>
  access === 'open' || (access === 'locked' && (teasers.has(type) || variant === lockedName));

const whoIs = ({ id, rights, by }: Visitor): string => `${id} ${rights.join(',')} ${by?.rights.join(',') ?? ''}${by ? ' by another' : ''}`;

/** Whether this visitor may have this rendition now; for up to a second also what she might have until then. */
export async function mayOpen(
  ctx: Context,
  viewer: Visitor | null,
  client: Pick<Client, 'country'>,
  row: FileRow,
  variant: string,
): Promise<'open' | 'refused'> {
  const kept = keptAnswers.get(ctx.settings) ?? new Map<string, Kept>();
  keptAnswers.set(ctx.settings, kept);
  const now_ms = ctx.clock.now().getTime();
  const key = `${viewer === null ? 'guest' : whoIs(viewer)} ${client.country ?? ''} ${row.id} ${row.attachedTo ?? ''}`;
  const known = kept.get(key);
  if (known && now_ms < known.until_ms && lets(known.access, row, variant)) return 'open';
  const access = await entitlementToFile(ctx, viewer, client, row);
  // Counted from before the question: what changed while it was asked must not be kept longer than what changed before.
  if (kept.size >= keptMax) kept.clear();
  kept.set(key, { access, until_ms: now_ms + kept_ms });
  return lets(access, row, variant) ? 'open' : 'refused';
}
