/**
 * What the operators' list of words found, and did not refuse: it stands as it was written, and a report without a reporter
 * waits for an operator. Whoever writes calls this in the transaction that writes, so that neither is there without the other.
 */
import { and, desc, eq, isNull } from 'drizzle-orm';
import * as limits from '@contract/kernel/limits';
import type { ItemKind, ReportTarget } from '@contract/values';
import type { Context } from '../../platform/context';
import { accounts, comments, items, messageFiles, reports } from '../../platform/db/schema/schema';
import type { KeptEvidence } from '../../platform/db/schema/safety';
import { holdFiles } from '../../platform/media/holds';
import { itemLink, profileLink, quoted, showLink } from '../../platform/notification-texts';
import { notifyOperators } from '../notifications/notifications';
import { raise } from '../../platform/webhooks/emit';
import { attachedTo, beginningOf, filesOfItem } from './evidence';
import { heldBy, publishReport, type ReportRow } from '../../safety/reports/rows';

const profile = 'a profile';

/** What was written, and who wrote it. */
interface Written {
  target: ReportTarget;
  targetId: string;
  ownerId: string;
  /** What it is, where the target does not say it. */
  where?: string;
}

const reason = 'other';
const isOfWords = ({ target, targetId }: Written) =>
  and(isNull(reports.reporterId), eq(reports.target, target), eq(reports.targetId, targetId));

/** Photos stand in galleries: the way to one leads over her page. */
const pageOfItem = (kind: ItemKind, id: string, performerId: string): string =>
  kind === 'photo' ? profileLink(performerId) : itemLink(kind, id);

async function linkOf(tx: Context, { target, targetId, ownerId }: Written): Promise<string | null> {
  if (target === 'user' || target === 'message') return null;
  if (target === 'performer') return profileLink(ownerId);
  if (target === 'stream') return showLink(ownerId);
  if (target !== 'comment') return pageOfItem(target, targetId, ownerId);
  const [about] = await tx.db
    .select({ kind: items.kind, id: items.id, performerId: items.performerId })
    .from(comments)
    .innerJoin(items, eq(items.id, comments.itemId))
    .where(eq(comments.id, targetId));
  return about ? `${pageOfItem(about.kind, about.id, about.performerId)}#comments` : null;
}

async function filesOf(tx: Context, { target, targetId }: Written): Promise<string[]> {
  if (target === 'user' || target === 'performer' || target === 'stream') return [];
  if (target === 'comment') return attachedTo(tx, [`comment:${targetId}`]);
  if (target !== 'message') return filesOfItem(tx, target, targetId);
  const sent = await tx.db.select({ id: messageFiles.fileId }).from(messageFiles).where(eq(messageFiles.messageId, targetId));
  return sent.map(({ id }) => id);
}

const lastText = ({ text, lines }: KeptEvidence): string => lines.at(-1)?.text ?? text;

/** Puts what was written now beside what a report that waits has already. Answers whether there is one. */
async function addToOpen(tx: Context, written: Written, text: string): Promise<boolean> {
  const [open] = await tx.db
    .select()
    .from(reports)
    .where(and(isOfWords(written), eq(reports.status, 'open')))
    .for('update');
  if (!open) return false;
  if (lastText(open.evidence) === text) return true;
  const now = tx.clock.now();
  const [author] = await tx.db.select({ username: accounts.username }).from(accounts).where(eq(accounts.id, written.ownerId));
  const line = { author: author?.username ?? '', text, at: now.toISOString() };
  const evidence = { ...open.evidence, lines: [...open.evidence.lines, line].slice(-limits.evidenceLinesMax) };
  await tx.db.update(reports).set({ evidence, updatedAt: now }).where(eq(reports.id, open.id));
  await publishReport(tx, open);
  return true;
}

/**
 * Whether an operator has decided about just these words: what is saved again unchanged does not come back to her. What is said
 * once more, as in a chat, does.
 */
async function isDecided(tx: Context, written: Written, text: string): Promise<boolean> {
  if (written.where !== undefined && written.where !== profile) return false;
  const [last] = await tx.db
    .select({ status: reports.status, evidence: reports.evidence })
    .from(reports)
    .where(isOfWords(written))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(1);
  return last !== undefined && last.status !== 'open' && lastText(last.evidence) === text;
}

async function file(tx: Context, written: Written, found: { text: string; words: string }): Promise<ReportRow | null> {
  const { target, targetId, ownerId, where } = written;
  const { text, words } = found;
  const [id, now] = [tx.chance.id(), tx.clock.now()];
  const facts = [{ label: 'Word', value: words }, ...(where === undefined ? [] : [{ label: 'Written in', value: where }])];
  const copy = { title: beginningOf(text), text, facts, lines: [], link: await linkOf(tx, written), fileIds: await filesOf(tx, written) };
  const [made] = await tx.db
    .insert(reports)
    .values({
      ...{ id, target, targetId, ownerId, reporterId: null, reason, description: '', evidence: copy },
      ...{ isUrgent: false, status: 'open', createdAt: now, updatedAt: now },
    })
    .onConflictDoNothing()
    .returning();
  if (made) await holdFiles(tx, copy.fileIds, heldBy(id));
  return made ?? null;
}

/** Reports what was written in this request, where it has words of which operators want to hear. About one thing, one report waits. */
export async function flag(tx: Context, written: Written): Promise<void> {
  if (tx.said === undefined) return;
  const text = [...new Set(tx.said.map((one) => one.text))].join('\n');
  const words = [...new Set(tx.said.map(({ word }) => `“${word}”`))].join(', ');
  if ((await addToOpen(tx, written, text)) || (await isDecided(tx, written, text))) return;
  const made = await file(tx, written, { text, words });
  if (made === null) {
    // Another request was quicker: its report waits by now.
    await addToOpen(tx, written, text);
    return;
  }
  await publishReport(tx, made);
  await raise(tx, 'report.filed', { reportId: made.id, target: made.target, targetId: made.targetId, reason });
  await notifyOperators(tx, 'reports.decide', {
    type: 'report',
    actorId: null,
    text: `The word filter found ${words} in ${quoted(made.evidence.title)}.`,
    link: `/admin/reports/${made.id}`,
    event: `report:${made.id}`,
  });
}

/** The same of what has no page of its own: reported is who wrote it, and `where` says in what. */
export async function flagPerson(tx: Context, accountId: string, where: string): Promise<void> {
  if (tx.said === undefined) return;
  const [author] = await tx.db.select({ isPerformer: accounts.isPerformer }).from(accounts).where(eq(accounts.id, accountId));
  if (author) await flag(tx, { target: author.isPerformer ? 'performer' : 'user', targetId: accountId, ownerId: accountId, where });
}

/** The same of what somebody says of herself. */
export const flagProfile = (tx: Context, accountId: string): Promise<void> => flagPerson(tx, accountId, profile);
