/**
 * Dialogs that any page may open. Their code, including the wallet's, is loaded when the first one opens. The page that opened a dialog
 * closes it on unmount.
 */
import dynamic from 'next/dynamic';
import { useDialogs } from '@web/session/store/hooks';

const Dialogs = dynamic(() => import('./dialogs').then((loaded) => loaded.Dialogs), { ssr: false });

const ReportDialog = dynamic(() => import('@web/features/safety/safety/report-dialog').then((loaded) => loaded.ReportDialog), {
  ssr: false,
});

export function DialogHost() {
  const { subscription, tip, unlock, privateShow, report } = useDialogs();
  if (report !== null) return <ReportDialog key={report.id} subject={report} />;
  return subscription.showModal || tip.performer !== null || unlock !== null || privateShow !== null ? <Dialogs /> : null;
}
