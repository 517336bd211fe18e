/** The upload tray, loaded with the first upload of a signed-in person. */
import dynamic from 'next/dynamic';
import { useAccountId } from '@web/session/store/hooks';
import { useUploads } from '@web/uploads/upload-list';

const UploadTray = dynamic(() => import('./upload-tray').then((loaded) => loaded.UploadTray), { ssr: false });

export function UploadTrayHost() {
  const hasUploads = useUploads().length > 0;
  const accountId = useAccountId();
  return hasUploads && accountId !== null ? <UploadTray accountId={accountId} /> : null;
}
