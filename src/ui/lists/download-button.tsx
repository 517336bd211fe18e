/** Downloads a CSV file from the server. Errors are shown as a toast. */
import { useState } from 'react';
import { errorMessage } from '@web/lib/i18n/error-message';
import { saveFile } from '@web/lib/files/save-file';
import { Button } from '@web/ui/actions/button';
import { DownloadIcon } from '@web/ui/icons/icons';
import { showToast } from '../feedback/toast-queue';

export function DownloadButton({ name, read }: { name: string; read: () => Promise<string> }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile(name, await read());
    } catch (thrown) {
      showToast({ tone: 'danger', text: errorMessage(thrown) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<DownloadIcon />} busy={busy} onPress={() => void download()}>
      Download CSV
    </Button>
  );
}
