/** Downloads a purchased file. Links are personal and expire after minutes, so each press requests a new one. */
import * as messages from '@contract/kernel/messages';
import { useState } from 'react';
import { downloadUrl } from '@web/lib/files/save-file';
import { services } from '@web/services/services';
import { serializeError } from '@web/services/serialized-error';

export interface ProductDownload {
  busy: boolean;
  /** The error message of the last attempt, or null. */
  errorText: string | null;
  /** Resolves once the browser saves the file, or the request failed. */
  download: () => Promise<void>;
}

export function useProductDownload(productId: string): ProductDownload {
  const [busy, setBusy] = useState(false);
  const [errorText, setErrorText] = useState<string | null>(null);
  const download = async () => {
    setBusy(true);
    setErrorText(null);
    try {
      const { downloadLink } = await services.orders['GET /performer-assets/products/:id/download-link']({ params: { id: productId } });
      downloadUrl(downloadLink);
    } catch (thrown) {
      setErrorText(serializeError(thrown, messages.anyFailure).message);
    } finally {
      setBusy(false);
    }
  };
  return { busy, errorText, download };
}
