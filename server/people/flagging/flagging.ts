/**
 * Flagged words: texts that contain them are stored, and a report without a reporter is filed. Call it in the transaction that stores the
 * text, so that both or neither are committed.
 */
import { and, desc, eq, isNull } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { ItemKind } from '@contract/kernel/values/content';
import type { ReportTarget } from '@contract/kernel/values/moderation';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { items } from '../../platform/db/schema/content';
import { messageFiles } from '../../platform/db/schema/messages';
import { comments } from '../../platform/db/schema/responses';
import { reports } from '../../platform/db/schema/safety';
import type { EvidenceSnapshot } from '../../platform/db/schema/safety';
import { holdFiles } from '../../platform/media/holds';
import { itemLink, profileLink, quoteExcerpt, showLink } from '../../platform/notification-texts';
import { notifyOperators } from '../notifications/notify';
import { emitWebhook } from '../../platform/webhooks/emit';
import { fileIdsAttachedTo, titleFrom, filesOfItem } from './evidence';
import { publishReport, type ReportRow } from './report-rows';

export { fileIdsAttachedTo, titleFrom, recentChatOf, filesOfItem, pollOf } from './evidence';
export { publishReport } from './report-rows';

const profile = 'Profile';

/** The target of a stored text, and its author. */
interface Flaggable {
  target: ReportTarget;
  targetId: string;
  ownerId: string;
  /** Which text of the target it is, such as `Profile`, if the target alone does not identify it. */
  where?: string;
}

const reason = 'other';
const isFlagReport = ({ target, targetId }: Flaggable) =>
  and(isNull(reports.reporterId), eq(reports.target, target), eq(reports.targetId, targetId));

/** A photo has no page of its own, so it links to the performer's page. */
const pageOfItem = (kind: ItemKind, id: string, performerId: string): string =>
  kind === 'photo' ? profileLink(performerId) : itemLink(kind, id);

async function linkOf(tx: Context, { target, targetId, ownerId }: Flaggable): Promise<string | null> {
  if (target === 'user' || target === 'message') return null;
  if (target === 'performer') return profileLink(ownerId);
  if (target === 'stream') return showLink(ownerId);
  if (target !== 'comment') return pageOfItem(target, targetId, ownerId);
  const [commentedItem] = await tx.db
    .select({ kind: items.kind, id: items.id, performerId: items.performerId })
    .from(comments)
    .innerJoin(items, eq(items.id, comments.itemId))
    .where(eq(comments.id, targetId));
  return commentedItem ? `${pageOfItem(commentedItem.kind, commentedItem.id, commentedItem.performerId)}#comments` : null;
}

async function filesOf(tx: Context, { target, targetId }: Flaggable): Promise<string[]> {
  if (target === 'user' || target === 'performer' || target === 'stream') return [];
  if (target === 'comment') return fileIdsAttachedTo(tx, 'comment', [targetId]);
  if (target !== 'message') return filesOfItem(tx, target, targetId);
  const sent = await tx.db.select({ id: messageFiles.fileId }).from(messageFiles).where(eq(messageFiles.messageId, targetId));
  return sent.map(({ id }) => id);
}

const lastText = ({ text, lines }: EvidenceSnapshot): string => lines.at(-1)?.text ?? text;

/** Adds the text to the open report about the target. Returns false if there is none. */
async function addToOpenReport(tx: Context, flagged: Flaggable, text: string): Promise<boolean> {
  const [open] = await tx.db
    .select()
    .from(reports)
    .where(and(isFlagReport(flagged), eq(reports.status, 'open')))
    .for('update');
  if (!open) return false;
  if (lastText(open.evidence) === text) return true;
  const now = tx.clock.now();
  const [author] = await tx.db.select({ username: accounts.username }).from(accounts).where(eq(accounts.id, flagged.ownerId));
  const line = { author: author?.username ?? '', text, at: now.toISOString() };
  const evidence = { ...open.evidence, lines: [...open.evidence.lines, line].slice(-limits.evidenceMessagesMax) };
  await tx.db.update(reports).set({ evidence, updatedAt: now }).where(eq(reports.id, open.id));
  await publishReport(tx, open);
  return true;
}

/**
 * Whether an operator has already decided on this exact text. A text that is saved again unchanged is not reported again; a repeated chat
 * message is.
 */
async function isAlreadyDecided(tx: Context, flagged: Flaggable, text: string): Promise<boolean> {
  if (flagged.where !== undefined && flagged.where !== profile) return false;
  const [last] = await tx.db
    .select({ status: reports.status, evidence: reports.evidence })
    .from(reports)
    .where(isFlagReport(flagged))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(1);
  return last !== undefined && last.status !== 'open' && lastText(last.evidence) === text;
}

async function fileReport(tx: Context, flagged: Flaggable, found: { text: string; words: string }): Promise<ReportRow | null> {
  const { target, targetId, ownerId, where } = flagged;
  const { text, words } = found;
  const [id, now] = [tx.random.id(), tx.clock.now()];
  const facts = [{ label: 'Flagged words', value: words }, ...(where === undefined ? [] : [{ label: 'Found in', value: where }])];
  const evidence = { title: titleFrom(text), text, facts, lines: [], link: await linkOf(tx, flagged), fileIds: await filesOf(tx, flagged) };
  const [report] = await tx.db
    .insert(reports)
    .values({
      id,
      target,
      targetId,
      ownerId,
      reporterId: null,
      reason,
      description: '',
      evidence,
      isUrgent: false,
      status: 'open',
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (report) await holdFiles(tx, evidence.fileIds, id);
  return report ?? null;
}

/** Reports the texts of this request that have flagged words, if any. A target has at most one open report. */
export async function reportFlaggedWords(tx: Context, flagged: Flaggable): Promise<void> {
  if (tx.reportedTexts === undefined) return;
  const text = [...new Set(tx.reportedTexts.map((one) => one.text))].join('\n');
  const words = [...new Set(tx.reportedTexts.map(({ word }) => `“${word}”`))].join(', ');
  if ((await addToOpenReport(tx, flagged, text)) || (await isAlreadyDecided(tx, flagged, text))) return;
  const report = await fileReport(tx, flagged, { text, words });
  if (report === null) {
    // A concurrent request has filed the report.
    await addToOpenReport(tx, flagged, text);
    return;
  }
  await publishReport(tx, report);
  await emitWebhook(tx, 'report.filed', { reportId: report.id, target: report.target, targetId: report.targetId, reason });
  await notifyOperators(tx, 'reports.decide', {
    type: 'report',
    actorId: null,
    text: `The word filter found ${words} in ${quoteExcerpt(report.evidence.title)}.`,
    link: `/admin/reports/${report.id}`,
    event: `report:${report.id}`,
  });
}

/** As `reportFlaggedWords`, for a text without a page of its own: the report is about the author, and `where` names the text. */
export async function reportFlaggedAuthor(tx: Context, accountId: string, where: string): Promise<void> {
  if (tx.reportedTexts === undefined) return;
  const [author] = await tx.db.select({ isPerformer: accounts.isPerformer }).from(accounts).where(eq(accounts.id, accountId));
  if (author)
    await reportFlaggedWords(tx, { target: author.isPerformer ? 'performer' : 'user', targetId: accountId, ownerId: accountId, where });
}

/** As `reportFlaggedAuthor`, for the texts of a profile. */
export const reportFlaggedProfile = (tx: Context, accountId: string): Promise<void> => reportFlaggedAuthor(tx, accountId, profile);
