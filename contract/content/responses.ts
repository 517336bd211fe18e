/** How people respond to published items: comments, likes, bookmarks and follows. */
import * as z from 'zod';
import { BoughtItem, Comment, Deleted, Feed, Gallery, Product, viewErrors, uploadErrors, Video } from './content';
import { endpoints } from '../kernel/endpoint';
import { PerformerCard, Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Id, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { commentObjects, reactionActions, reactionObjects } from '../kernel/values/content';

const itemNotFoundErrors = ['feed_not_found', 'video_not_found', 'gallery_not_found', 'product_not_found', 'comment_not_found'] as const;

const Reaction = z.object({
  objectType: z.enum(reactionObjects),
  objectId: Id,
  action: z.enum(reactionActions),
});
const Reacted = z.object({ isLiked: z.boolean(), isBookmarked: z.boolean(), totalLike: z.number() });

const bookmarkOf = <S extends z.ZodType>(object: S) =>
  pageOf(z.object({ _id: Id, objectType: z.enum(reactionObjects), objectId: Id, object, createdAt: Instant }));

const bookmarks = <S extends z.ZodType>(summary: string, object: S) =>
  ({ summary, access: 'member', query: pageQuery([]), response: bookmarkOf(object) }) as const;

const Followed = z.object({ isFollowed: z.boolean(), totalFollowers: z.number() });

export default endpoints({
  'POST /comments': {
    summary: 'Comment on an item, or reply to a comment.',
    access: 'member',
    body: z.object({ objectType: z.enum(commentObjects), objectId: Id, content: Text(limits.commentLengthMax, 1) }),
    response: Comment,
    rateLimit: 'comment',
    errors: [...viewErrors, ...itemNotFoundErrors, 'content_locked', 'reply_too_deep'],
  },
  'GET /comments': {
    summary: 'Comments on an item, or replies to a comment, newest first.',
    access: 'anyone',
    query: pageQuery([]).extend({ objectType: z.enum(commentObjects), objectId: Id }),
    response: pageOf(Comment),
    errors: [...viewErrors, ...itemNotFoundErrors, 'content_locked'],
  },
  'PUT /comments/:id': {
    summary: "Change one of the caller's comments, or attach an image.",
    access: 'member',
    params: IdParam,
    files: { file: { kind: 'image', required: false } },
    body: z.object({ content: Text(limits.commentLengthMax, 1) }),
    response: Comment,
    rateLimit: 'comment',
    errors: [...uploadErrors, 'comment_not_found', 'not_owner'],
  },
  'DELETE /comments/:id': {
    summary: "Delete one of the caller's comments, or a comment on one of their items.",
    access: 'member',
    params: IdParam,
    response: Deleted,
    errors: ['comment_not_found', 'not_owner'],
  },
  'POST /reactions': {
    summary: 'Like or bookmark something. Idempotent.',
    access: 'member',
    body: Reaction,
    response: Reacted,
    errors: [...viewErrors, ...itemNotFoundErrors, 'performer_not_found', 'content_locked'],
  },
  'DELETE /reactions': {
    summary: 'Remove a like or a bookmark. Idempotent.',
    access: 'member',
    body: Reaction,
    response: Reacted,
  },
  'GET /reactions/feeds/bookmark': bookmarks('Posts that the caller has bookmarked.', Feed),
  'GET /reactions/galleries/bookmark': bookmarks('Galleries that the caller has bookmarked.', Gallery),
  'GET /reactions/videos/bookmark': bookmarks('Videos that the caller has bookmarked.', Video),
  'GET /reactions/products/bookmark': bookmarks('Products that the caller has bookmarked.', Product),
  'GET /reactions/performers/bookmark': bookmarks('Performers that the caller has bookmarked.', PerformerCard),
  'GET /reactions/:type/bookmark': {
    summary: "The caller's bookmarks of one kind.",
    access: 'member',
    params: z.object({ type: z.string().max(20) }),
    query: pageQuery([]),
    response: bookmarkOf(z.union([BoughtItem, Product, PerformerCard])),
  },
  'POST /follows/:id': {
    summary: 'Follow a performer. Idempotent.',
    access: 'member',
    params: IdParam,
    response: Followed,
    errors: [...viewErrors, 'performer_not_found', 'self_not_allowed'],
  },
  'DELETE /follows/:id': {
    summary: 'Unfollow a performer. Idempotent.',
    access: 'member',
    params: IdParam,
    response: Followed,
    errors: ['performer_not_found'],
  },
  'GET /follows/followers': {
    summary: "The caller's followers.",
    access: 'performer',
    query: pageQuery([]),
    response: pageOf(z.object({ _id: Id, user: Person, isSubscribed: z.boolean(), createdAt: Instant })),
  },
  'GET /follows/following': {
    summary: 'The performers that the caller follows.',
    access: 'member',
    query: pageQuery([]),
    response: pageOf(z.object({ _id: Id, performerId: Id, performer: PerformerCard, createdAt: Instant })),
  },
});
