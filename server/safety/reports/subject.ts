/** The reported target: whether the reporter may see it, its owner, and its current content. */
import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Audience } from '@contract/kernel/values/content';
import type { ReportTarget } from '@contract/kernel/values/moderation';
import type { Context } from '../../platform/context';
import { accounts } from '../../platform/db/schema/accounts';
import { messageEdits, messageFiles, messages } from '../../platform/db/schema/messages';
import type { EvidenceSnapshot } from '../../platform/db/schema/safety';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { itemLink, profileLink, showLink, tokensText } from '../../platform/notification-texts';
import { getVisibleComment } from '../../content/comments/access';
import { getVisibleItem } from '../../content/items/access';
import { peopleByIds } from '../../people/people/rows';
import { assertCanSeePage } from '../../people/performers/view';
import { showForReport } from '../../live/streaming/find';
import { fileIdsAttachedTo, titleFrom, recentChatOf, filesOfItem, pollOf } from '../../people/flagging/flagging';

export interface Subject {
  ownerId: string;
  evidence: Omit<EvidenceSnapshot, 'fileIds'>;
  /** The ids of the target's files. */
  fileIds: string[];
}

type LoadSubject = (tx: Context, actor: Actor, client: Client, id: string) => Promise<Subject>;

const audienceText: Record<Audience, string> = {
  public: 'Everyone',
  followers: 'Followers',
  subscribers: 'Subscribers',
  paid: 'Buyers',
};
const noDetails = { facts: [], lines: [], link: null };

const item =
  (kind: Extract<ReportTarget, 'feed' | 'video' | 'gallery' | 'photo' | 'product'>): LoadSubject =>
  async (tx, actor, client, idOrSlug) => {
    const { row } = await getVisibleItem(tx, actor, client, kind, idOrSlug);
    const page = kind === 'photo' ? row.galleryId : row.id;
    const facts = [
      { label: 'Audience', value: audienceText[row.termsAudience] },
      ...(row.termsPriceCents === null ? [] : [{ label: 'Price', value: tokensText(BigInt(row.termsPriceCents)) }]),
      ...(row.tags.length === 0 ? [] : [{ label: 'Tags', value: row.tags.join(', ') }]),
      ...(kind === 'feed' ? await pollOf(tx, row.id) : []),
    ];
    return {
      ownerId: row.performerId,
      evidence: {
        title: row.title === '' ? titleFrom(row.body) : row.title,
        text: row.body,
        facts,
        lines: [],
        link: page === null ? profileLink(row.performerId) : itemLink(kind === 'photo' ? 'gallery' : kind, page),
      },
      fileIds: await filesOfItem(tx, kind, row.id),
    };
  };

const comment: LoadSubject = async (tx, actor, client, id) => {
  const row = await getVisibleComment(tx, actor, client, id);
  return {
    ownerId: row.authorId,
    evidence: { ...noDetails, title: titleFrom(row.content), text: row.content, link: `${itemLink(row.itemKind, row.itemId)}#comments` },
    fileIds: await fileIdsAttachedTo(tx, 'comment', [id]),
  };
};

/** Only the two participants may report a message. Others cannot learn that it exists. */
const message: LoadSubject = async (tx, actor, _client, id) => {
  const isParticipant = or(eq(messages.senderId, actor.id), eq(messages.receiverId, actor.id));
  const [row] = await tx.db
    .select()
    .from(messages)
    .where(and(eq(messages.id, id), isNull(messages.deletedAt), isParticipant))
    .for('share');
  if (!row) return fail('message_not_found');
  const sent = await tx.db.select({ id: messageFiles.fileId }).from(messageFiles).where(eq(messageFiles.messageId, id));
  const facts = row.priceCents === null ? [] : [{ label: 'Price', value: tokensText(row.priceCents) }];
  const edits = await tx.db.select().from(messageEdits).where(eq(messageEdits.messageId, id)).orderBy(asc(messageEdits.createdAt));
  const lines = edits.map((edit) => ({ author: '', text: edit.text, at: edit.createdAt.toISOString() }));
  return {
    ownerId: row.senderId,
    evidence: { ...noDetails, title: titleFrom(row.text) || 'Message with files', text: row.text, facts, lines },
    fileIds: sent.map((file) => file.id),
  };
};

const stream: LoadSubject = async (tx, actor, client, id) => {
  const show = await showForReport(tx, actor, client, id);
  // In a private show, each participant reports the other.
  const ownerId = show.userId !== null && show.performerId === actor.id ? show.userId : show.performerId;
  return {
    ownerId,
    evidence: {
      ...noDetails,
      title: show.title,
      text: show.description,
      facts: show.startedAt === null ? [] : [{ label: 'Started', value: show.startedAt.toISOString() }],
      lines: await recentChatOf(tx, show.sessionId),
      link: show.type === 'public' ? showLink(show.performerId) : null,
    },
    fileIds: [],
  };
};

async function personSubject(tx: Context, id: string): Promise<Subject> {
  const person = (await peopleByIds(tx, [id])).get(id) ?? fail('user_not_found');
  const [row] = await tx.db
    .select()
    .from(accounts)
    .where(inArray(accounts.id, [id]));
  return {
    ownerId: id,
    evidence: {
      ...noDetails,
      title: person.name,
      text: '',
      facts: [{ label: 'Username', value: person.username ?? '' }],
      link: person.isPerformer ? profileLink(id) : null,
    },
    fileIds: [row?.avatarId, row?.coverId].flatMap((fileId) => fileId ?? []),
  };
}

const performer: LoadSubject = async (tx, actor, client, id) => {
  await assertCanSeePage(tx, actor, client, id);
  return personSubject(tx, id);
};

const user: LoadSubject = async (tx, _actor, _client, id) => {
  const [row] = await tx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.isPerformer, false), eq(accounts.status, 'active')));
  return row ? personSubject(tx, id) : fail('user_not_found');
};

const loaders: Record<ReportTarget, LoadSubject> = {
  feed: item('feed'),
  video: item('video'),
  gallery: item('gallery'),
  photo: item('photo'),
  product: item('product'),
  comment,
  message,
  stream,
  performer,
  user,
};

/** The reported target in its current state. Rejects with the errors that viewing it returns. */
export const subjectOf = (tx: Context, actor: Actor, client: Client, target: ReportTarget, id: string): Promise<Subject> =>
  loaders[target](tx, actor, client, id);
