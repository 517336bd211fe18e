/** Photos over the whole screen, with the way to report what is looked at. Whose it is has none. */
import { IconButton } from '@web/ui/actions/button';
import { FlagIcon } from '@web/ui/icons/icons';
import { PhotoViewer } from '@web/ui/media/photo-viewer';
import type { PhotoViewerProps } from '@web/ui/media/photo-viewer';
import type { ReportSubject } from '@web/session/store/dialogs.slice';
import { useReporting } from '@web/session/use-reporting';

interface ReportablePhotosProps extends Omit<PhotoViewerProps, 'more'> {
  /** What the photo that is shown belongs to, or is. */
  subject: ReportSubject;
}

export function ReportablePhotos({ subject, ...viewer }: ReportablePhotosProps) {
  const [reporting] = useReporting(subject);
  const more = reporting === undefined ? null : <IconButton label={subject.title} icon={<FlagIcon />} onPress={reporting.onPress} />;
  return <PhotoViewer {...viewer} more={more} />;
}
