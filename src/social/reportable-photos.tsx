/** The full-screen photo viewer with "Report", which is hidden for the viewer's own photos. */
import { IconButton } from '@web/ui/actions/button';
import { FlagIcon } from '@web/ui/icons/icons';
import { PhotoViewer } from '@web/ui/media/photo-viewer';
import type { PhotoViewerProps } from '@web/ui/media/photo-viewer';
import type { ReportSubject } from '@web/session/store/dialogs.slice';
import { useReporting } from './use-reporting';

interface ReportablePhotosProps extends Omit<PhotoViewerProps, 'more'> {
  /** The item that the photo belongs to, or the photo itself. */
  subject: ReportSubject;
}

export function ReportablePhotos({ subject, ...viewer }: ReportablePhotosProps) {
  const [reporting] = useReporting(subject);
  const more = reporting === undefined ? null : <IconButton label={subject.title} icon={<FlagIcon />} onPress={reporting.onPress} />;
  return <PhotoViewer {...viewer} more={more} />;
}
