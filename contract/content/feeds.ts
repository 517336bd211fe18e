/** Posts and polls. */
import * as z from 'zod';
import {
  Deleted,
  Feed,
  FrameNumber,
  ItemChanges,
  existingPeopleErrors,
  peopleErrors,
  Poll,
  publishErrors,
  viewErrors,
  uploadErrors,
  CreatedBy,
} from './content';
import { endpoints } from '../kernel/endpoint';
import { File } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Amount, Flag, fromQuery, Id, IdOrSlugParam, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { audiences, itemStates } from '../kernel/values/content';
import { feedFilters, feedTypes } from '../kernel/values/feeds';
import { type UploadKind } from '../kernel/values/files';

/** An endpoint that uploads one file for a post. The file is deleted after a day unless a post uses it. */
const uploadEndpoint = <const K extends UploadKind>(kind: K, summary: string) =>
  ({
    summary,
    access: 'performer',
    delegate: 'content',
    files: { file: { kind, required: true } },
    response: File,
    mayRespond202: true,
    idempotent: 'creation',
    rateLimit: 'upload',
    errors: [...uploadErrors, 'performer_not_verified'],
  }) as const;

const FeedChanges = ItemChanges.extend({
  text: Text(limits.feedTextLengthMax).optional(),
  title: Text(limits.itemTitleLengthMax).optional(),
  fileIds: z.array(Id).max(limits.feedFilesMax).optional(),
  /** Alt texts by file. Files that are not listed keep theirs. */
  altTexts: z
    .array(z.object({ fileId: Id, text: Text(limits.altTextLengthMax) }))
    .max(limits.feedFilesMax)
    .optional(),
  thumbnailId: Id.nullable().optional(),
  /** Makes the thumbnail from a frame of the post's video. Takes precedence over `thumbnailId`. */
  thumbnailFrame: FrameNumber.optional(),
  teaserId: Id.nullable().optional(),
  pollId: Id.nullable().optional(),
  /** When the announced show begins. */
  streamScheduledAt: Instant.nullable().optional(),
  /** Ticket price for that show; null sells no tickets. A new price applies to later buyers. */
  ticketPrice: Amount.nullable().optional(),
  /** How many fans can join, with a ticket or by paying on entry; null for no limit. */
  ticketCapacity: z.number().int().min(1).max(limits.ticket.capacityMax).nullable().optional(),
  isPinned: z.boolean().optional(),
});

const filters = { type: fromQuery(z.enum(feedFilters)), audience: fromQuery(z.enum(audiences)) };

export default endpoints({
  'POST /performer/feeds/photo/upload': uploadEndpoint('image', 'Upload a photo for a post.'),
  'POST /performer/feeds/thumbnail/upload': uploadEndpoint('image', 'Upload the thumbnail of a post.'),
  'POST /performer/feeds/video/upload': uploadEndpoint('video', 'Upload a video for a post.'),
  'POST /performer/feeds/teaser/upload': uploadEndpoint('teaser', 'Upload the teaser of a post, which anyone can see.'),
  'POST /performer/feeds/audio/upload': uploadEndpoint('audio', 'Upload an audio file for a post.'),
  'POST /performer/feeds/polls': {
    summary: 'Create a poll. It is deleted after a day unless a post uses it.',
    access: 'performer',
    delegate: 'content',
    body: z.object({
      question: Text(limits.pollQuestionLengthMax, 1),
      options: z.array(Text(limits.pollOptionLengthMax, 1)).min(limits.pollOptions.min).max(limits.pollOptions.max),
      /** Null: never ends. Absent: ends after a week. */
      expiresAt: Instant.nullable().optional(),
    }),
    response: Poll,
    errors: ['performer_not_verified', 'schedule_in_past'],
  },
  'POST /performer/feeds': {
    summary: 'Create a post: published, scheduled or as a draft.',
    access: 'performer',
    delegate: 'content',
    body: FeedChanges.extend({ type: z.enum(feedTypes) }),
    response: Feed,
    mayRespond202: true,
    errors: [...publishErrors, ...peopleErrors, 'quota_exceeded', 'poll_not_found'],
  },
  'GET /performer/feeds': {
    summary: "The caller's own posts.",
    access: 'performer',
    delegate: 'content',
    query: pageQuery(['totalLike', 'totalComment']).extend({ ...filters, state: fromQuery(z.enum(itemStates)) }),
    response: pageOf(Feed.extend(CreatedBy)),
  },
  'GET /performer/feeds/:id': {
    summary: "One of the caller's own posts, in any state.",
    access: 'performer',
    delegate: 'content',
    params: IdParam,
    response: Feed,
    errors: ['feed_not_found'],
  },
  'PUT /performer/feeds/:id': {
    summary: "Change one of the caller's posts.",
    access: 'performer',
    delegate: 'content',
    params: IdParam,
    body: FeedChanges,
    response: Feed,
    mayRespond202: true,
    errors: [
      ...publishErrors,
      ...existingPeopleErrors,
      'quota_exceeded',
      'feed_not_found',
      'poll_not_found',
      'poll_has_votes',
      'show_not_open',
    ],
  },
  'DELETE /performer/feeds/:id': {
    summary: "Delete one of the caller's posts. Buyers keep access. If it sells tickets for a show, the show is canceled.",
    access: 'performer',
    delegate: 'content',
    params: IdParam,
    response: Deleted,
    errors: ['feed_not_found'],
  },
  'POST /performer/feeds/:id/cancel-show': {
    summary:
      "Cancel the show that one of the caller's posts sells tickets for. Every ticket is refunded. Idempotent: a canceled show is returned unchanged.",
    strict: true,
    access: 'performer',
    params: IdParam,
    response: Feed,
    errors: ['feed_not_found', 'show_not_open'],
  },
  'GET /user/feeds': {
    summary: 'Published posts, newest first. With `performerId`, pinned posts come first.',
    access: 'anyone',
    query: pageQuery([]).extend({ ...filters, performerId: fromQuery(Id), isHome: Flag }),
    response: pageOf(Feed),
  },
  'GET /user/feeds/search/:username': {
    summary: "Search one performer's posts.",
    access: 'anyone',
    params: z.object({ username: Text(200, 1) }),
    query: pageQuery([]).extend(filters),
    response: pageOf(Feed),
    rateLimit: 'search',
    errors: [...viewErrors, 'performer_not_found'],
  },
  'GET /user/feeds/:id': {
    summary: 'One post, by ID or slug.',
    access: 'anyone',
    params: IdOrSlugParam,
    response: Feed,
    errors: [...viewErrors, 'feed_not_found'],
  },
  'POST /user/feeds/vote/:id': {
    summary: 'Vote in a poll. One vote per person.',
    access: 'member',
    params: IdParam,
    response: Poll,
    errors: [...viewErrors, 'content_locked', 'option_not_found', 'already_voted', 'poll_closed'],
  },
});
