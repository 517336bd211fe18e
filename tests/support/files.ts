/** Files as the host answers them, and on their way there. */
import { act } from '@testing-library/react';
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

/** Sees each request that a browser's page makes; `report` tells the last of them how much of its body has left. */
export function watchSending(): { report: (percent: number) => void } {
  const opened: XMLHttpRequest[] = [];
  const { open } = XMLHttpRequest.prototype;
  jest.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(function (this: XMLHttpRequest, ...input: Parameters<XMLHttpRequest['open']>) {
    opened.push(this);
    open.apply(this, input);
  });
  return {
    report: (percent) => {
      const upload = opened.at(-1)?.upload;
      act(() => void upload?.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded: percent, total: 100 })));
    },
  };
}
