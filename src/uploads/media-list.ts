/** The files of something that is being written: those that are there, and those still on their way, in one order. */
import { readUploads } from './upload-list';
import type { StoredFile, Upload } from './upload-list';

export interface Medium {
  /** The upload's id while it lives, else the file's. */
  key: string;
  file: StoredFile | null;
  /** What it shows, for those who do not see it. */
  alt: string;
}

/** Whether a file is still to come; one that was cancelled is not. */
export const isToCome = ({ key, file }: Medium): boolean =>
  file === null && readUploads().some(({ id, state }) => id === key && state !== 'cancelled');

export const mediaOf = (files: readonly (StoredFile & { alt?: string })[]): Medium[] =>
  files.map(({ alt = '', ...file }) => ({ key: file._id, file, alt }));

/**
 * `media` as the uploads of its place have it: each with its file once there is one, without those whose upload is gone,
 * and with uploads that it does not know yet at its end. The same list when nothing has changed.
 */
export function mediaWith(media: readonly Medium[], uploads: readonly Upload[]): readonly Medium[] {
  const known = media.flatMap((medium) => {
    if (medium.file !== null) return [medium];
    const upload = uploads.find(({ id }) => id === medium.key);
    if (upload === undefined) return [];
    return [upload.file === null ? medium : { ...medium, file: upload.file }];
  });
  const unknown = uploads.filter(({ id }) => !known.some(({ key }) => key === id)).map(({ id, file }) => ({ key: id, file, alt: '' }));
  const isSame = unknown.length === 0 && known.length === media.length && known.every((medium, index) => medium === media[index]);
  return isSame ? media : [...known, ...unknown];
}

/** `list` with the item at `index` moved by `step`, as far as the list goes. */
export function moved<T>(list: readonly T[], index: number, step: number): T[] {
  const others = list.filter((_, place) => place !== index);
  const item = list[index];
  const target = Math.min(Math.max(index + step, 0), others.length);
  return item === undefined ? [...list] : [...others.slice(0, target), item, ...others.slice(target)];
}
