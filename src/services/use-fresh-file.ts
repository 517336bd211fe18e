/** A file with renewable links. Links expire after minutes, but people watch for hours. */
import { useCallback, useState } from 'react';
import type { ResponseOf } from './call';
import { services } from './services';

type StoredFile = ResponseOf<'GET /files/:id/status'>;

/** Returns `file` or its renewed version, and the function that renews it. A changed `file` replaces the renewed version. */
export function useFreshFile(file: StoredFile): [StoredFile, () => Promise<void>] {
  const [renewed, setRenewed] = useState<{ of: StoredFile; file: StoredFile } | null>(null);
  const renew = useCallback(async () => {
    const fresh = await services.files['GET /files/:id/status']({ params: { id: file._id } });
    setRenewed({ of: file, file: fresh });
  }, [file]);
  return [renewed?.of === file ? renewed.file : file, renew];
}
