/** The files of an item in an editor: stored files and pending uploads, in one order. */
import { readUploads } from './upload-list';
import type { StoredFile, Upload } from './upload-list';

export interface Medium {
  /** The upload's id while it exists, else the file's. */
  key: string;
  file: StoredFile | null;
  /** The alt text. */
  alt: string;
}

/** Whether the file is still being uploaded. */
export const isPendingMedium = ({ key, file }: Medium): boolean =>
  file === null && readUploads().some(({ id, state }) => id === key && state !== 'cancelled');

/** Stored files as the media of an editor. */
export const mediaOf = (files: readonly (StoredFile & { alt?: string })[]): Medium[] =>
  files.map(({ alt = '', ...file }) => ({ key: file._id, file, alt }));

/**
 * `media` updated with the uploads of its form: files are added once they exist, media of removed uploads are dropped, and new uploads
 * are appended. Returns the same list if nothing has changed.
 */
export function mediaWith(media: readonly Medium[], uploads: readonly Upload[]): readonly Medium[] {
  const existing = media.flatMap((medium) => {
    if (medium.file !== null) return [medium];
    const upload = uploads.find(({ id }) => id === medium.key);
    if (upload === undefined) return [];
    return [upload.file === null ? medium : { ...medium, file: upload.file }];
  });
  const added = uploads.filter(({ id }) => !existing.some(({ key }) => key === id)).map(({ id, file }) => ({ key: id, file, alt: '' }));
  const isSame = added.length === 0 && existing.length === media.length && existing.every((medium, index) => medium === media[index]);
  return isSame ? media : [...existing, ...added];
}

/** `list` with the item at `index` moved by `step`, clamped to the list. */
export function moved<T>(list: readonly T[], index: number, step: number): T[] {
  const others = list.filter((_, position) => position !== index);
  const item = list[index];
  const target = Math.min(Math.max(index + step, 0), others.length);
  return item === undefined ? [...list] : [...others.slice(0, target), item, ...others.slice(target)];
}
