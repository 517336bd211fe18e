/** What published things are called where they have no title of their own, and what is inside of them. */
import { clockOf } from '../i18n/dates';

interface Sized {
  duration: number | null;
}

interface Post {
  kind: 'feed';
  title: string;
  text: string;
  type: 'text' | 'photo' | 'video' | 'audio' | 'scheduled-stream';
  files: readonly Sized[];
}
interface Video {
  kind: 'video';
  title: string;
  video: Sized | null;
}
interface Gallery {
  kind: 'gallery';
  title: string;
  totalPhotos: number;
}
export type Named = Post | Video | Gallery;

const titleSigns = 60;
/** What posts are of; never translated. */
const mediaOf = { text: 'text', photo: 'photo', video: 'video', audio: 'audio', 'scheduled-stream': 'text' } as const;
const namelessWords = { feed: 'this post', video: 'this video', gallery: 'this gallery' };

/** The beginning of a text on one line, at most `signs` long. */
export function firstWords(text: string, signs = titleSigns): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > signs ? `${line.slice(0, signs - 1).trimEnd()}…` : line;
}

/** The title, else the first words, else `this post`. */
export function titleOf(item: Named): string {
  if (item.title !== '') return item.title;
  const words = item.kind === 'feed' ? firstWords(item.text) : '';
  return words === '' ? namelessWords[item.kind] : words;
}

export interface Inside {
  kind: 'photo' | 'video' | 'audio' | 'text';
  count: number;
  /** Of all its sounds and videos together; undefined while nobody knows. */
  duration_s: number | undefined;
}

const lengthOf = (files: readonly Sized[]): number | undefined => {
  const sum = files.reduce((all, { duration }) => all + (duration ?? 0), 0);
  return sum > 0 ? sum : undefined;
};

/** What an item holds, for its lock and for the dialog that sells it. */
export function insideOf(item: Named): Inside {
  if (item.kind === 'gallery') return { kind: 'photo', count: item.totalPhotos, duration_s: undefined };
  if (item.kind === 'video') return { kind: 'video', count: 1, duration_s: lengthOf(item.video ? [item.video] : []) };
  return { kind: mediaOf[item.type], count: item.files.length, duration_s: lengthOf(item.files) };
}

interface LooseInside {
  kind: Inside['kind'];
  count?: number | undefined;
  duration_s?: number | undefined;
}

const mediaNouns = { photo: ['photo', 'photos'], video: ['video', 'videos'], audio: ['sound', 'sounds'] } as const;

/** `12 photos`, `08:40`, `2 videos · 12:05`; null for words alone, and when nobody knows. */
export function insideWords({ kind, count = 0, duration_s }: LooseInside): string | null {
  if (kind === 'text') return null;
  const [one, many] = mediaNouns[kind];
  const size = duration_s === undefined ? '' : clockOf(duration_s * 1000).padStart(5, '0');
  if (count === 0 || (count === 1 && size !== '')) return size || null;
  const amount = `${String(count)} ${count === 1 ? one : many}`;
  return size === '' ? amount : `${amount} · ${size}`;
}
