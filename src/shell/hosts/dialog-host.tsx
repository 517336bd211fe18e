/**
 * The dialogs that any page may ask for. Their code, the wallet's with them, comes when the first one opens; whoever asked for
 * one closes it when its page goes.
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
