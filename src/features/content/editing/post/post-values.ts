/** The form values of a post, converted from and to the API's format. */
import { isBlank } from '@contract/kernel/values/text';
import * as limits from '@contract/kernel/limits';
import type { FeedType } from '@contract/kernel/values/feeds';
import type { FileType } from '@contract/kernel/values/files';
import type { ResponseOf, BodyOf } from '@web/services/call';
import type { StoredFile } from '@web/uploads/upload-list';
import { isPendingMedium, mediaOf } from '@web/uploads/media-list';
import type { Medium } from '@web/uploads/media-list';
import { newTerms, validateTerms, termsOf, termsRequestBody } from '../shared/terms';
import type { FieldErrors, Terms } from '../shared/terms';

export type Post = ResponseOf<'GET /performer/feeds/:id'>;
/** The kind of a post's media; all files of a post have the same kind. */
export type MediaKind = Extract<FeedType, 'photo' | 'video' | 'audio'>;

export interface PostValues extends Terms {
  text: string;
  /** The kind of the files in `media`. */
  kind: MediaKind;
  media: Medium[];
  thumbnail: Medium[];
  /** The one-based frame of the video that becomes the thumbnail instead of `thumbnail`. */
  frame: number | null;
  teaser: Medium[];
  hasPoll: boolean;
  question: string;
  options: string[];
  /** Days until the poll ends; an empty string for no end. */
  pollDays: string;
  isPinned: boolean;
}

export const fileTypeOf = { photo: 'feed-photo', video: 'feed-video', audio: 'feed-audio' } as const satisfies Record<MediaKind, FileType>;
export const countMaxOf: Record<MediaKind, number> = { photo: limits.feedFilesMax, video: 1, audio: 1 };

const isMediaKind = (type: FeedType): type is MediaKind => type in fileTypeOf;
const listOf = (file: StoredFile | null): Medium[] => (file === null ? [] : mediaOf([file]));

export function valuesOfPost(post: Post | null): PostValues {
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

/** A draft stored by an older release, whose media have no descriptions. */
type StoredDraft = Partial<Omit<PostValues, 'media'>> & { media?: (Omit<Medium, 'alt'> & { alt?: string })[] };

/** A stored draft in the current format. */
export function migrateStoredDraft({ media, ...others }: StoredDraft): Partial<PostValues> {
  return media === undefined ? others : { ...others, media: media.map(({ alt = '', ...medium }) => ({ ...medium, alt })) };
}

export type PostErrors = FieldErrors<PostValues>;

const isUploaded = ({ file }: Medium): boolean => file !== null;
const pollOptionsOf = (values: PostValues): string[] => values.options.map((option) => option.trim()).filter((option) => !isBlank(option));

/** Validation errors by field. Drafts may lack text and files, but may have no unfinished uploads. */
export function validatePost(values: PostValues, context: { status: 'draft' | 'active'; post: Post | null }, now: number): PostErrors {
  const fieldErrors: PostErrors = { ...validateTerms(values, now) };
  const pendingCount = [...values.media, ...values.thumbnail, ...values.teaser].filter(isPendingMedium).length;
  if (pendingCount > 0) {
    fieldErrors.media =
      pendingCount === 1
        ? '1 file isn’t uploaded yet. Wait, retry or remove it.'
        : `${String(pendingCount)} files aren’t uploaded yet. Wait, retry or remove them.`;
  }
  if (context.status === 'active' && isBlank(values.text) && values.media.length === 0)
    fieldErrors.text = 'Add text, photos, a video or audio.';
  // An existing poll is not validated again.
  const isNewPoll = values.hasPoll && !context.post?.poll;
  if (isNewPoll && isBlank(values.question)) fieldErrors.question = 'Enter a question.';
  if (isNewPoll && pollOptionsOf(values).length < limits.pollOptions.min) fieldErrors.options = 'Add at least 2 answers.';
  return fieldErrors;
}

/** The uploaded video of a post. */
export const videoOf = ({ kind, media }: PostValues): StoredFile | null => (kind === 'video' ? (media[0]?.file ?? null) : null);
/** The frame that becomes the thumbnail; none without a video. */
export const thumbnailFrameOf = (values: PostValues): number | null => (videoOf(values) === null ? null : values.frame);

const idsOf = (media: readonly Medium[]): string[] => media.flatMap(({ file }) => (file === null ? [] : [file._id]));

/** The poll of a new post. */
export function pollOf(values: PostValues, now: number): BodyOf<'POST /performer/feeds/polls'> {
  const expiresAt = values.pollDays === '' ? null : new Date(now + Number(values.pollDays) * 86_400_000).toISOString();
  return { question: values.question.trim(), options: pollOptionsOf(values), expiresAt };
}

export function bodyOf(values: PostValues, status: 'draft' | 'active') {
  const frame = thumbnailFrameOf(values);
  return {
    ...termsRequestBody(values),
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

/** The type of a new post: the kind of its uploaded files, or `text`. */
export const typeOf = ({ media, kind }: PostValues): FeedType => (media.some(isUploaded) ? kind : 'text');
