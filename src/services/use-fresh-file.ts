/** A file whose links are renewed when they have grown too old: they open for minutes, and people watch for hours. */
import { useCallback, useState } from 'react';
import type { AnswerOf } from './call';

type StoredFile = AnswerOf<'GET /files/:id/status'>;

/** `file`, or what the host has said of it since; and how to ask anew. What the page reads again counts from then on. */
export function useFreshFile(file: StoredFile): [StoredFile, () => Promise<void>] {
  const [renewed, setRenewed] = useState<{ of: StoredFile; file: StoredFile } | null>(null);
  const renew = useCallback(async () => {
    // When a link is too old, and no sooner: few pages stand open for so long.
    const { fileService } = await import('./file.service');
    const fresh = await fileService.status(file._id);
    setRenewed({ of: file, file: fresh });
  }, [file]);
  return [renewed?.of === file ? renewed.file : file, renew];
}
