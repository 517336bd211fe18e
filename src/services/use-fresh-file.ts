/** A file whose links are renewed when they have grown too old: they open for minutes, and people watch for hours. */
import { useCallback, useState } from 'react';
import type { AnswerOf } from './call';
import { services } from './services';

type StoredFile = AnswerOf<'GET /files/:id/status'>;

/** `file`, or what the host has said of it since; and how to ask anew. What the page reads again counts from then on. */
export function useFreshFile(file: StoredFile): [StoredFile, () => Promise<void>] {
  const [renewed, setRenewed] = useState<{ of: StoredFile; file: StoredFile } | null>(null);
  const renew = useCallback(async () => {
    const fresh = await services.files['GET /files/:id/status']({ params: { id: file._id } });
    setRenewed({ of: file, file: fresh });
  }, [file]);
  return [renewed?.of === file ? renewed.file : file, renew];
}
