/** Posts and polls. */
import { z } from 'zod';
import { Deleted, Feed, Frame, ItemChanges, Poll, publishFails, seeFails, uploadFails, Made } from './content';
import { endpoints } from '../endpoint';
import { File } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Flag, fromQuery, Id, IdOrSlugParam, IdParam, Instant, pageOf, pageQuery, Text } from '../kernel/shapes';
import { audiences, feedFilters, feedTypes, itemStates, type UploadKind } from '../values';

/** One file for a post, kept for a day until a post takes it. */
const upload = <const K extends UploadKind>(kind: K, does: string) =>
  ({
    does,
    access: 'performer',
    helper: 'content',
    files: { file: { kind, required: true } },
    answer: File,
    mayContinue: true,
    idempotent: true,
    rate: 'upload',
    fails: [...uploadFails, 'performer_not_verified'],
  }) as const;

const FeedChanges = ItemChanges.extend({
  text: Text(limits.feedTextLengthMax).optional(),
  title: Text(limits.itemTitleLengthMax).optional(),
  fileIds: z.array(Id).max(limits.feedFilesMax).optional(),
  /** What files of the post show; of files that are not named here, what was said before holds. */
  altTexts: z
    .array(z.object({ fileId: Id, text: Text(limits.altTextLengthMax) }))
    .max(limits.feedFilesMax)
    .optional(),
  thumbnailId: Id.nullable().optional(),
  /** Makes the thumbnail of a moment of the post's video; stands before `thumbnailId`. */
  thumbnailFrame: Frame.optional(),
  teaserId: Id.nullable().optional(),
  pollId: Id.nullable().optional(),
  /** When the show that the post tells of begins. */
  streamScheduledAt: Instant.nullable().optional(),
  isPinned: z.boolean().optional(),
});

const filters = { type: fromQuery(z.enum(feedFilters)), audience: fromQuery(z.enum(audiences)) };

export default endpoints({
  'POST /performer/feeds/photo/upload': upload('image', 'Upload a photo for a post.'),
  'POST /performer/feeds/thumbnail/upload': upload('image', 'Upload the picture that stands for a post.'),
  'POST /performer/feeds/video/upload': upload('video', 'Upload a video for a post.'),
  'POST /performer/feeds/teaser/upload': upload('teaser', 'Upload the short clip that everybody may see of a post.'),
  'POST /performer/feeds/audio/upload': upload('audio', 'Upload a sound for a post.'),
  'POST /performer/feeds/polls': {
    does: 'Make a poll, to be taken by a post within a day.',
    access: 'performer',
    helper: 'content',
    body: z.object({
      question: Text(limits.pollQuestionLengthMax, 1),
      options: z.array(Text(limits.pollOptionLengthMax, 1)).min(limits.pollOptions.min).max(limits.pollOptions.max),
      /** Null: it never ends. Absent: it ends after a week. */
      expiresAt: Instant.nullable().optional(),
    }),
    answer: Poll,
    fails: ['performer_not_verified', 'schedule_in_past'],
  },
  'POST /performer/feeds': {
    does: 'Publish a post, or keep it as a draft or for later.',
    access: 'performer',
    helper: 'content',
    body: FeedChanges.extend({ type: z.enum(feedTypes) }),
    answer: Feed,
    mayContinue: true,
    fails: [...publishFails, 'quota_exceeded', 'poll_not_found'],
  },
  'GET /performer/feeds': {
    does: "The caller's own posts.",
    access: 'performer',
    helper: 'content',
    query: pageQuery(['totalLike', 'totalComment']).extend({ ...filters, state: fromQuery(z.enum(itemStates)) }),
    answer: pageOf(Feed.extend(Made)),
  },
  'GET /performer/feeds/:id': {
    does: 'One of the own posts, whatever its state.',
    access: 'performer',
    helper: 'content',
    params: IdParam,
    answer: Feed,
    fails: ['feed_not_found'],
  },
  'PUT /performer/feeds/:id': {
    does: 'Change an own post.',
    access: 'performer',
    helper: 'content',
    params: IdParam,
    body: FeedChanges,
    answer: Feed,
    mayContinue: true,
    fails: [...publishFails, 'quota_exceeded', 'feed_not_found', 'poll_not_found', 'poll_has_votes'],
  },
  'DELETE /performer/feeds/:id': {
    does: 'Delete an own post. Who bought it keeps it.',
    access: 'performer',
    helper: 'content',
    params: IdParam,
    answer: Deleted,
    fails: ['feed_not_found'],
  },
  'GET /user/feeds': {
    does: 'Published posts, the newest first; pinned ones before them where one performer is asked for.',
    access: 'anyone',
    query: pageQuery([]).extend({ ...filters, performerId: fromQuery(Id), isHome: Flag }),
    answer: pageOf(Feed),
  },
  'GET /user/feeds/search/:username': {
    does: "Find among one performer's posts.",
    access: 'anyone',
    params: z.object({ username: Text(200, 1) }),
    query: pageQuery([]).extend(filters),
    answer: pageOf(Feed),
    rate: 'search',
    fails: [...seeFails, 'performer_not_found'],
  },
  'GET /user/feeds/:id': {
    does: 'One post, by id or slug.',
    access: 'anyone',
    params: IdOrSlugParam,
    answer: Feed,
    fails: [...seeFails, 'feed_not_found'],
  },
  'POST /user/feeds/vote/:id': {
    does: 'Vote for an answer of a poll, once.',
    access: 'member',
    params: IdParam,
    answer: Poll,
    fails: [...seeFails, 'content_locked', 'option_not_found', 'already_voted', 'poll_closed'],
  },
});
