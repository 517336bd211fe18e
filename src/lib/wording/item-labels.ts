/** Titles and contents of published items. Items without a title get one from their text or kind. */
import { shortened } from '@contract/kernel/values/text-start';
import { clockOf } from '../i18n/dates';

interface Timed {
  /** In seconds. */
  duration: number | null;
}

interface Post {
  kind: 'feed';
  title: string;
  text: string;
  type: 'text' | 'photo' | 'video' | 'audio' | 'scheduled-stream';
  files: readonly Timed[];
}
interface Video {
  kind: 'video';
  title: string;
  video: Timed | null;
}
interface Gallery {
  kind: 'gallery';
  title: string;
  totalPhotos: number;
}
export type PublishedItem = Post | Video | Gallery;

const titleLength = 60;
/** The media kind by post type. Values, not texts: they are never translated. */
const mediaKindByType = { text: 'text', photo: 'photo', video: 'video', audio: 'audio', 'scheduled-stream': 'text' } as const;
const untitledTexts = { feed: 'this post', video: 'this video', gallery: 'this gallery' };

/** The start of a text on one line, at most `lengthMax` characters. */
export function firstWords(text: string, lengthMax = titleLength): string {
  return shortened(text.replace(/\s+/g, ' ').trim(), lengthMax);
}

/** The title, else the first words, else `this post`. */
export function titleOf(item: PublishedItem): string {
  if (item.title !== '') return item.title;
  const words = item.kind === 'feed' ? firstWords(item.text) : '';
  return words === '' ? untitledTexts[item.kind] : words;
}

export interface ItemContents {
  kind: 'photo' | 'video' | 'audio' | 'text';
  count: number;
  /** The total of all audio and video files; undefined while it is unknown. */
  duration_s: number | undefined;
}

const durationOf = (files: readonly Timed[]): number | undefined => {
  const sum = files.reduce((total, { duration }) => total + (duration ?? 0), 0);
  return sum > 0 ? sum : undefined;
};

/** The media counts and duration of an item, for its lock and its purchase dialog. */
export function contentsOf(item: PublishedItem): ItemContents {
  if (item.kind === 'gallery') return { kind: 'photo', count: item.totalPhotos, duration_s: undefined };
  if (item.kind === 'video') return { kind: 'video', count: 1, duration_s: durationOf(item.video ? [item.video] : []) };
  return { kind: mediaKindByType[item.type], count: item.files.length, duration_s: durationOf(item.files) };
}

interface PartialContents {
  kind: ItemContents['kind'];
  count?: number | undefined;
  duration_s?: number | undefined;
}

const mediaNouns = { photo: ['photo', 'photos'], video: ['video', 'videos'], audio: ['audio clip', 'audio clips'] } as const;

/** `12 photos`, `08:40`, `2 videos · 12:05`; null for text posts and when unknown. */
export function contentsText({ kind, count = 0, duration_s }: PartialContents): string | null {
  if (kind === 'text') return null;
  const [one, many] = mediaNouns[kind];
  const durationText = duration_s === undefined ? '' : clockOf(duration_s * 1000).padStart(5, '0');
  if (count === 0 || (count === 1 && durationText !== '')) return durationText || null;
  const countText = `${String(count)} ${count === 1 ? one : many}`;
  return durationText === '' ? countText : `${countText} · ${durationText}`;
}
