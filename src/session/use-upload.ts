/** One file on its way: percent, cancel, retry. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CallOptions } from '@web/services/call';
import { problemOf } from './problem';
import { messages } from '@contract/kernel/errors';

export interface Upload {
  file: File | null;
  state: 'waiting' | 'sending' | 'processing' | 'done' | 'failed' | 'cancelled';
  percent: number;
  /** Why it failed, in words. */
  reason: string | null;
}

const nothing: Upload = { file: null, state: 'waiting', percent: 0, reason: null };

export interface Uploading {
  upload: Upload;
  start: (file: File) => void;
  cancel: () => void;
  retry: () => void;
}

/** `send` passes the file on with the options given; `onDone` hears what it brought. A page that goes away takes its upload with it. */
export function useUpload<A>(send: (file: File, options: CallOptions) => Promise<A>, onDone: (answer: A) => void): Uploading {
  const [upload, setUpload] = useState(nothing);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = (file: File): void => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const change = (next: Partial<Upload>): void => {
      if (running.current === controller) setUpload((before) => ({ ...before, ...next }));
    };
    setUpload({ file, state: 'sending', percent: 0, reason: null });
    const onProgress = (sent: number): void => change(sent < 1 ? { percent: sent * 100 } : { state: 'processing', percent: 100 });
    send(file, { signal: controller.signal, onProgress }).then(
      (answer) => {
        change({ state: 'done', percent: 100 });
        if (running.current === controller) onDone(answer);
      },
      (error: unknown) => change({ state: 'failed', reason: problemOf(error, messages.anyFailure).message }),
    );
  };
  const cancel = useCallback((): void => {
    const controller = running.current;
    running.current = null;
    controller?.abort();
    setUpload((before) => ({ ...before, state: 'cancelled', reason: null }));
  }, []);
  const retry = (): void => {
    if (upload.file) start(upload.file);
  };
  return { upload, start, cancel, retry };
}
