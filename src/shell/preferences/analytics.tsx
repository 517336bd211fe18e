/** Sends page views, if the site has a measurement id and the visitor has consented where required. The library is loaded on demand. */
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { useSettings } from '@web/session/store/hooks';
import { useAnalyticsConsent } from './analytics-consent';

export function Analytics(): null {
  const { analyticsMeasurementId: id } = useSettings();
  const { mayTrack } = useAnalyticsConsent();
  const { asPath } = useRouter();
  useEffect(() => {
    if (mayTrack) void trackView(id, asPath);
  }, [id, mayTrack, asPath]);
  return null;
}

async function trackView(id: string, page: string): Promise<void> {
  const { default: analytics } = await import('react-ga4');
  // The library's automatic page view is off, since the first view would count twice.
  if (!analytics.isInitialized) analytics.initialize(id, { gtagOptions: { send_page_view: false } });
  analytics.send({ hitType: 'pageview', page });
}
