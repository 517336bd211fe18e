/** A post as its editor holds it, from what the host keeps and into what the host takes. */
import { isBlank } from '@contract/values';
import * as limits from '@contract/kernel/limits';
import type { FeedType, FileType } from '@contract/values';
import type { AnswerOf, BodyOf } from '@web/services/call';
import type { StoredFile } from '@web/uploads/upload-list';
import { isToCome, mediaOf } from '@web/uploads/media-list';
import type { Medium } from '@web/uploads/media-list';
import { newTerms, termFaults, termsOf, wireOf } from '../../../editing/terms';
import type { Faults, Terms } from '../../../editing/terms';

export type Post = AnswerOf<'GET /performer/feeds/:id'>;
/** What a post may show; all files of one post are of one kind. */
export type MediaKind = Extract<FeedType, 'photo' | 'video' | 'audio'>;

export interface PostValues extends Terms {
  text: string;
  /** The kind of what stands in `media`. */
  kind: MediaKind;
  media: Medium[];
  thumbnail: Medium[];
  /** The moment of the video that is to be the thumbnail instead of it, counted from 1. */
  frame: number | null;
  teaser: Medium[];
  hasPoll: boolean;
  question: string;
  options: string[];
  /** Days until the poll ends, or an empty text for never. */
  pollDays: string;
  isPinned: boolean;
}

export const typeOfKind = { photo: 'feed-photo', video: 'feed-video', audio: 'feed-audio' } as const satisfies Record<MediaKind, FileType>;
export const countMaxOf: Record<MediaKind, number> = { photo: limits.feedFilesMax, video: 1, audio: 1 };

const isMediaKind = (type: FeedType): type is MediaKind => type in typeOfKind;
const listOf = (file: StoredFile | null): Medium[] => (file === null ? [] : mediaOf([file]));

export function firstValues(post: Post | null): PostValues {
  const poll = { hasPoll: false, question: '', options: ['', ''], pollDays: '7' };
  if (post === null) {
    return { ...newTerms, ...poll, text: '', kind: 'photo', media: [], thumbnail: [], frame: null, teaser: [], isPinned: false };
  }
  return {
    ...termsOf(post),
    ...poll,
    hasPoll: post.poll !== null,
    text: post.text,
    kind: isMediaKind(post.type) ? post.type : 'photo',
    media: mediaOf(post.files),
    thumbnail: listOf(post.thumbnail),
    frame: null,
    teaser: listOf(post.teaser),
    isPinned: post.isPinned,
  };
}

/** A kept draft of an older release: its media were not described then. */
type KeptPost = Partial<Omit<PostValues, 'media'>> & { media?: (Omit<Medium, 'alt'> & { alt?: string })[] };

/** What a kept draft says, in the form of today's. */
export function keptPost({ media, ...others }: KeptPost): Partial<PostValues> {
  return media === undefined ? others : { ...others, media: media.map(({ alt = '', ...medium }) => ({ ...medium, alt })) };
}

export type PostFaults = Faults<PostValues>;

const isThere = ({ file }: Medium): boolean => file !== null;
const answersOf = (values: PostValues): string[] => values.options.map((option) => option.trim()).filter((option) => !isBlank(option));

/** What keeps a post from being sent. Drafts may lack words and files, but nothing that is on its way. */
export function postFaults(values: PostValues, asked: { status: 'draft' | 'active'; post: Post | null }, now: number): PostFaults {
  const faults: PostFaults = { ...termFaults(values, now) };
  const waiting = [...values.media, ...values.thumbnail, ...values.teaser].filter(isToCome).length;
  if (waiting > 0) {
    faults.media =
      waiting === 1
        ? '1 file is not sent yet. Wait, send it again if it failed, or remove it.'
        : `${String(waiting)} files are not sent yet. Wait, send again what failed, or remove it.`;
  }
  if (asked.status === 'active' && isBlank(values.text) && values.media.length === 0)
    faults.text = 'Write something, or add photos, a video or audio.';
  // A poll that was asked before is not asked again.
  const isAsking = values.hasPoll && !asked.post?.poll;
  if (isAsking && isBlank(values.question)) faults.question = 'Ask something.';
  if (isAsking && answersOf(values).length < limits.pollOptions.min) faults.options = 'Give at least two answers.';
  return faults;
}

/** The video that a post shows, once it is there. */
export const videoOf = ({ kind, media }: PostValues): StoredFile | null => (kind === 'video' ? (media[0]?.file ?? null) : null);
/** The moment that is to be the thumbnail; none without a video. */
export const frameOf = (values: PostValues): number | null => (videoOf(values) === null ? null : values.frame);

const idsOf = (media: readonly Medium[]): string[] => media.flatMap(({ file }) => (file === null ? [] : [file._id]));

/** A poll that is asked for with a new post. */
export function pollOf(values: PostValues, now: number): BodyOf<'POST /performer/feeds/polls'> {
  const expiresAt = values.pollDays === '' ? null : new Date(now + Number(values.pollDays) * 86_400_000).toISOString();
  return { question: values.question.trim(), options: answersOf(values), expiresAt };
}

export function bodyOf(values: PostValues, status: 'draft' | 'active') {
  const frame = frameOf(values);
  return {
    ...wireOf(values),
    status,
    text: values.text.trim(),
    fileIds: idsOf(values.media),
    altTexts: values.media.flatMap(({ file, alt }) => (file === null ? [] : [{ fileId: file._id, text: alt.trim() }])),
    thumbnailId: idsOf(values.thumbnail)[0] ?? null,
    ...(frame === null ? {} : { thumbnailFrame: frame }),
    teaserId: idsOf(values.teaser)[0] ?? null,
    isPinned: values.isPinned,
  };
}

/** What a new post is. */
export const typeOf = ({ media, kind }: PostValues): FeedType => (media.some(isThere) ? kind : 'text');
