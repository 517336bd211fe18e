/** Fixtures of files as the API returns them. */
import type { ResponseOf } from '@web/services/call';

type StoredFile = ResponseOf<'POST /performers/documents/upload'>;

/** A file whose upload and conversion have finished. */
export const storedFile = (type: StoredFile['type'], changes: Partial<StoredFile> = {}): StoredFile => ({
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
  blur: null,
  sources: [],
  frames: [],
  downloadUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...changes,
});

/**
 * Records every file that is appended to a form from now on. The function that it returns gives the latest name, type and size of
 * each field. It inspects the form itself because the File class of jsdom is not the one of Node.js.
 */
export function watchForms(): () => Record<string, [name: string, type: string, bytes: number]> {
  const append = jest.spyOn(FormData.prototype, 'append');
  const isFile = (value: unknown): value is File => value instanceof File;
  return () => {
    const fields: Record<string, [string, string, number]> = {};
    for (const [field, value] of append.mock.calls as readonly (readonly unknown[])[]) {
      if (isFile(value)) fields[String(field)] = [value.name, value.type, value.size];
    }
    return fields;
  };
}
