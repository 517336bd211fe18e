/** A fixture of a file as the API returns it, and a file as a browser's file chooser gives it. */
import type { ResponseOf } from '@web/services/call';

type StoredFile = ResponseOf<'GET /files/:id/status'>;

export const storedFile = (changes: Partial<StoredFile> = {}): StoredFile => ({
  _id: '0198c0de-0000-7000-8000-0000000000f1',
  type: 'feed-photo',
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  size: 1000,
  width: 800,
  height: 600,
  duration: null,
  status: 'finished',
  progress: 100,
  failure: null,
  url: '/media/photo.jpg',
  thumbnails: [],
  thumbnailUrl: '/media/photo-small.jpg',
  blur: null,
  sources: [],
  frames: [],
  downloadUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...changes,
});

/** A file of `size` bytes, as a file chooser gives it. */
export const chosenFile = (name: string, type: string, size = 1000): File => new File([new Uint8Array(size)], name, { type });
