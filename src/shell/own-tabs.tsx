/** The tabs that a performer sees on her own page, each brought when it is opened. Visitors' pages know nothing of them. */
import type { OwnTabsProps } from '@web/features/profile/profile-screen';
import dynamic from 'next/dynamic';
import { useSiteFacts } from './facts';

const Content = dynamic(() => import('./own-content').then((loaded) => loaded.OwnContent));
const Subscribers = dynamic(() => import('./own-subscribers').then((loaded) => loaded.OwnSubscribers));
const Sales = dynamic(() => import('./own-money').then((loaded) => loaded.SalesTable));
const Earnings = dynamic(() => import('./own-money').then((loaded) => loaded.EarningsPanel));
const Payouts = dynamic(() => import('./own-money').then((loaded) => loaded.PayoutsPanel));
const Shows = dynamic(() => import('@web/features/streaming/studio-tab').then((loaded) => loaded.StudioTab));

export function OwnTabs({ children }: OwnTabsProps) {
  const { siteUrl } = useSiteFacts();
  return children([
    { value: 'content', label: 'Content', panel: <Content /> },
    { value: 'subscribers', label: 'Subscribers', panel: <Subscribers siteUrl={siteUrl} /> },
    { value: 'sales', label: 'Sales', panel: <Sales /> },
    { value: 'earnings', label: 'Earnings', panel: <Earnings /> },
    { value: 'payouts', label: 'Payouts', panel: <Payouts /> },
    { value: 'live', label: 'Live', panel: <Shows /> },
  ]);
}
