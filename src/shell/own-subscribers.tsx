/** The owner's subscribers, with what she knows of each: parts of two features that meet here, so that no visitor's page names them. */
import { SubscribersPanel } from '@web/features/money/earnings/subscribers-panel';
import { FanPanel } from '@web/features/talk/messages/fans/fan-panel';

export function OwnSubscribers({ siteUrl }: { siteUrl: string }) {
  return <SubscribersPanel siteUrl={siteUrl} about={(fanId) => <FanPanel fanId={fanId} />} />;
}
