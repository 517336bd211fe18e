/** Fetching a file that was bought: its link opens for minutes and for its buyer alone, so that each press asks for a new one. */
import { messages } from '@contract/kernel/errors';
import { useState } from 'react';
import { saveFrom } from '@web/lib/files/save-file';
import { services } from '@web/services/services';
import { problemOf } from '@web/session/problem';

export interface ProductDownload {
  busy: boolean;
  /** Why the last press brought nothing, in words; null when it did. */
  refusal: string | null;
  /** Settled once the browser saves the file, or was refused it. */
  download: () => Promise<void>;
}

export function useProductDownload(productId: string): ProductDownload {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const download = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      const { downloadLink } = await services.orders['GET /performer-assets/products/:id/download-link']({ params: { id: productId } });
      saveFrom(downloadLink);
    } catch (thrown) {
      setRefusal(problemOf(thrown, messages.anyFailure).message);
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, download };
}
