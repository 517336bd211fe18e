/** How people answer what is published: comments, likes and bookmarks, follows. */
import { z } from 'zod';
import { BoughtItem, Comment, Deleted, Feed, Gallery, Product, seeFails, uploadFails, Video } from './content';
import { endpoints } from '../endpoint';
import { PerformerCard, Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Id, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { commentObjects, reactionActions, reactionObjects } from '../values';

const itemNouns = ['feed_not_found', 'video_not_found', 'gallery_not_found', 'product_not_found', 'comment_not_found'] as const;

const Reaction = z.object({
  objectType: z.enum(reactionObjects),
  objectId: Id,
  action: z.enum(reactionActions),
});
const Reacted = z.object({ isLiked: z.boolean(), isBookmarked: z.boolean(), totalLike: z.number() });

const bookmarkOf = <S extends z.ZodType>(object: S) =>
  pageOf(z.object({ _id: Id, objectType: z.enum(reactionObjects), objectId: Id, object, createdAt: Instant }));

const bookmarks = <S extends z.ZodType>(does: string, object: S) =>
  ({ does, access: 'member', query: pageQuery([]), answer: bookmarkOf(object) }) as const;

const Followed = z.object({ isFollowed: z.boolean(), totalFollowers: z.number() });

export default endpoints({
  'POST /comments': {
    does: 'Comment on something, or answer a comment.',
    access: 'member',
    body: z.object({ objectType: z.enum(commentObjects), objectId: Id, content: Text(limits.commentLengthMax, 1) }),
    answer: Comment,
    rate: 'comment',
    fails: [...seeFails, ...itemNouns, 'content_locked', 'reply_too_deep'],
  },
  'GET /comments': {
    does: 'Comments on something, or answers to a comment, the newest first.',
    access: 'anyone',
    query: pageQuery([]).extend({ objectType: z.enum(commentObjects), objectId: Id }),
    answer: pageOf(Comment),
    fails: [...seeFails, ...itemNouns, 'content_locked'],
  },
  'PUT /comments/:id': {
    does: 'Change an own comment, or give it a picture.',
    access: 'member',
    params: IdParam,
    files: { file: { kind: 'image', required: false } },
    body: z.object({ content: Text(limits.commentLengthMax, 1) }),
    answer: Comment,
    rate: 'comment',
    fails: [...uploadFails, 'comment_not_found', 'not_owner'],
  },
  'DELETE /comments/:id': {
    does: 'Delete a comment: an own one, or one on something of the own.',
    access: 'member',
    params: IdParam,
    answer: Deleted,
    fails: ['comment_not_found', 'not_owner'],
  },
  'POST /reactions': {
    does: 'Like or bookmark something. Twice is once.',
    access: 'member',
    body: Reaction,
    answer: Reacted,
    fails: [...seeFails, ...itemNouns, 'performer_not_found', 'content_locked'],
  },
  'DELETE /reactions': {
    does: 'Take a like or a bookmark back. Twice is once.',
    access: 'member',
    body: Reaction,
    answer: Reacted,
  },
  'GET /reactions/feeds/bookmark': bookmarks('Posts that the caller has bookmarked.', Feed),
  'GET /reactions/galleries/bookmark': bookmarks('Galleries that the caller has bookmarked.', Gallery),
  'GET /reactions/videos/bookmark': bookmarks('Videos that the caller has bookmarked.', Video),
  'GET /reactions/products/bookmark': bookmarks('Products that the caller has bookmarked.', Product),
  'GET /reactions/performers/bookmark': bookmarks('Performers whom the caller has bookmarked.', PerformerCard),
  'GET /reactions/:type/bookmark': {
    does: 'Anything of a kind that the caller has bookmarked.',
    access: 'member',
    params: z.object({ type: z.string().max(20) }),
    query: pageQuery([]),
    answer: bookmarkOf(z.union([BoughtItem, Product, PerformerCard])),
  },
  'POST /follows/:id': {
    does: 'Follow a performer. Twice is once.',
    access: 'member',
    params: IdParam,
    answer: Followed,
    fails: [...seeFails, 'performer_not_found', 'self_not_allowed'],
  },
  'DELETE /follows/:id': {
    does: 'Follow a performer no more. Twice is once.',
    access: 'member',
    params: IdParam,
    answer: Followed,
    fails: ['performer_not_found'],
  },
  'GET /follows/followers': {
    does: 'Who follows the caller.',
    access: 'performer',
    query: pageQuery([]),
    answer: pageOf(z.object({ _id: Id, user: Person, isSubscribed: z.boolean(), createdAt: Instant })),
  },
  'GET /follows/following': {
    does: 'Whom the caller follows.',
    access: 'member',
    query: pageQuery([]),
    answer: pageOf(z.object({ _id: Id, performerId: Id, performer: PerformerCard, createdAt: Instant })),
  },
});
