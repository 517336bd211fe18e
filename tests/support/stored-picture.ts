/** Pictures as the host answers them and as somebody chooses them, for tests of screens. */
import type { AnswerOf } from '@web/services/call';

type StoredFile = AnswerOf<'POST /admin/settings/images/upload'>;

/** A picture that has been stored. */
export const storedPicture = (changes: Partial<StoredFile> = {}): StoredFile => ({
  _id: '0198c0de-0000-7000-8000-0000000000aa',
  type: 'cover',
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

/** A picture as somebody chooses it. */
export const pictureToSend = (name = 'me.png'): File => new File(['picture'], name, { type: 'image/png' });
