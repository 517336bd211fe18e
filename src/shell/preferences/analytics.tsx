/** Page views, and only when the site's settings carry a measurement id and, where the site asks, the visitor agreed. The library is loaded then and not before. */
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { useSettings } from '@web/session/store/hooks';
import { useAnalyticsConsent } from './analytics-consent';

export function Analytics(): null {
  const { analyticsMeasurementId: id } = useSettings();
  const { mayCount } = useAnalyticsConsent();
  const { asPath } = useRouter();
  useEffect(() => {
    if (mayCount) void trackView(id, asPath);
  }, [id, mayCount, asPath]);
  return null;
}

async function trackView(id: string, page: string): Promise<void> {
  const { default: analytics } = await import('react-ga4');
  // Views are sent from here, each once; the library's own first one would count it twice.
  if (!analytics.isInitialized) analytics.initialize(id, { gtagOptions: { send_page_view: false } });
  analytics.send({ hitType: 'pageview', page });
}
