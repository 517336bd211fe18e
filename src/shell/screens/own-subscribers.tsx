/** The performer's subscribers with fan details. Combines two features, in a chunk that visitors do not load. */
import { SubscribersPanel } from '@web/features/money/earnings/subscribers-panel';
import { FanPanel } from '@web/features/talk/messages/fans/fan-panel';

export function OwnSubscribers({ siteUrl }: { siteUrl: string }) {
  return <SubscribersPanel siteUrl={siteUrl} renderFan={(fanId) => <FanPanel fanId={fanId} />} />;
}
