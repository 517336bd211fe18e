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
  blur: null,
  sources: [],
  frames: [],
  downloadUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...changes,
});

/**
 * From now on notes the files that go into forms; the answer tells each field's latest as name, type and bytes. It looks at the
 * form itself, because the test's browser and the test's host do not share one kind of file.
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
