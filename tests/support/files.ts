/** Files as the host answers them. */
import type { AnswerOf } from '@web/services/call';

type StoredFile = AnswerOf<'POST /performers/documents/upload'>;

/** A file that has arrived. */
export const stored = (type: StoredFile['type'], changes: Partial<StoredFile> = {}): StoredFile => ({
  _id: '0198c0de-0000-7000-8000-0000000000aa',
  type,
  name: 'me.png',
  mimeType: 'image/webp',
  size: 7,
  width: 1,
  height: 1,
  duration: null,
  status: 'finished',
  progress: 100,
  failure: null,
  url: null,
  thumbnails: [],
  thumbnailUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...changes,
});
