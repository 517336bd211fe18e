/** What is reported: whether the reporter sees it, whose it is, and how it stands now. */
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Audience, ReportTarget } from '@contract/values';
import type { Context } from '../../platform/context';
import { accounts, messageFiles, messages } from '../../platform/db/schema/schema';
import type { KeptEvidence } from '../../platform/db/schema/safety';
import { fail } from '../../kernel/api-error';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { itemLink, profileLink, showLink, tokensText } from '../../platform/notification-texts';
import { commentToSee } from '../../modules/comments/comments';
import { itemToSee } from '../../modules/items/items';
import { peopleByIds } from '../../modules/people/people';
import { assertMaySee } from '../../modules/performers/performers';
import { showToReport } from '../../live/streaming/streaming';
import { attachedTo, beginningOf, chatOf, filesOfItem, pollOf } from '../../people/flagging/evidence';

export interface Subject {
  ownerId: string;
  evidence: Omit<KeptEvidence, 'fileIds'>;
  /** Its files, as far as there are any. */
  fileIds: string[];
}

type Look = (tx: Context, actor: Actor, client: Client, id: string) => Promise<Subject>;

const audienceText: Record<Audience, string> = {
  public: 'Everyone',
  followers: 'Followers',
  subscribers: 'Subscribers',
  paid: 'Who buys it',
};
const bare = { facts: [], lines: [], link: null };

const item =
  (kind: Extract<ReportTarget, 'feed' | 'video' | 'gallery' | 'photo' | 'product'>): Look =>
  async (tx, actor, client, idOrSlug) => {
    const { row } = await itemToSee(tx, actor, client, kind, idOrSlug);
    const page = kind === 'photo' ? row.galleryId : row.id;
    const facts = [
      { label: 'For whom', value: audienceText[row.termsAudience] },
      ...(row.termsPriceCents === null ? [] : [{ label: 'Price', value: tokensText(BigInt(row.termsPriceCents)) }]),
      ...(row.tags.length === 0 ? [] : [{ label: 'Tags', value: row.tags.join(', ') }]),
      ...(kind === 'feed' ? await pollOf(tx, row.id) : []),
    ];
    return {
      ownerId: row.performerId,
      evidence: {
        title: row.title === '' ? beginningOf(row.body) : row.title,
        text: row.body,
        facts,
        lines: [],
        link: page === null ? profileLink(row.performerId) : itemLink(kind === 'photo' ? 'gallery' : kind, page),
      },
      fileIds: await filesOfItem(tx, kind, row.id),
    };
  };

const comment: Look = async (tx, actor, client, id) => {
  const row = await commentToSee(tx, actor, client, id);
  return {
    ownerId: row.authorId,
    evidence: { ...bare, title: beginningOf(row.content), text: row.content, link: `${itemLink(row.itemKind, row.itemId)}#comments` },
    fileIds: await attachedTo(tx, [`comment:${id}`]),
  };
};

/** Only its two people may report a message; nobody else learns that there is one. */
const message: Look = async (tx, actor, _client, id) => {
  const isMember = or(eq(messages.senderId, actor.id), eq(messages.receiverId, actor.id));
  const [row] = await tx.db
    .select()
    .from(messages)
    .where(and(eq(messages.id, id), isNull(messages.deletedAt), isMember))
    .for('share');
  if (!row) return fail('message_not_found');
  const sent = await tx.db.select({ id: messageFiles.fileId }).from(messageFiles).where(eq(messageFiles.messageId, id));
  const facts = row.priceCents === null ? [] : [{ label: 'Price', value: tokensText(row.priceCents) }];
  return {
    ownerId: row.senderId,
    evidence: { ...bare, title: beginningOf(row.text) || 'Files in a message', text: row.text, facts },
    fileIds: sent.map((file) => file.id),
  };
};

const stream: Look = async (tx, actor, client, id) => {
  const show = await showToReport(tx, actor, client, id);
  // Of a show of two, each reports the other.
  const ownerId = show.userId !== null && show.performerId === actor.id ? show.userId : show.performerId;
  return {
    ownerId,
    evidence: {
      ...bare,
      title: show.title,
      text: show.description,
      facts: show.startedAt === null ? [] : [{ label: 'Began', value: show.startedAt.toISOString() }],
      lines: await chatOf(tx, show.sessionId),
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
      ...bare,
      title: person.name,
      text: '',
      facts: [{ label: 'Username', value: person.username ?? '' }],
      link: person.isPerformer ? profileLink(id) : null,
    },
    fileIds: [row?.avatarId, row?.coverId].flatMap((fileId) => fileId ?? []),
  };
}

const performer: Look = async (tx, actor, client, id) => {
  await assertMaySee(tx, actor, client, id);
  return personSubject(tx, id);
};

const user: Look = async (tx, _actor, _client, id) => {
  const [row] = await tx.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.isPerformer, false), eq(accounts.status, 'active')));
  return row ? personSubject(tx, id) : fail('user_not_found');
};

const looks: Record<ReportTarget, Look> = {
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

/** What somebody reports, as it is now. Refuses as the thing does when she may not see it. */
export const subjectOf = (tx: Context, actor: Actor, client: Client, target: ReportTarget, id: string): Promise<Subject> =>
  looks[target](tx, actor, client, id);
