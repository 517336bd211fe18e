/** The tray of uploads, loaded with the first of them, and for whoever is signed in. */
import dynamic from 'next/dynamic';
import { useAccountId } from '@web/session/store/hooks';
import { useUploads } from '@web/uploads/upload-list';

const UploadTray = dynamic(() => import('./upload-tray').then((loaded) => loaded.UploadTray), { ssr: false });

export function UploadTrayHost() {
  const hasUploads = useUploads().length > 0;
  const accountId = useAccountId();
  return hasUploads && accountId !== null ? <UploadTray accountId={accountId} /> : null;
}
