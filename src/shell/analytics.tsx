/** Page views, and only when the site's settings carry a measurement id. The library is loaded then and not before. */
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { useSettings } from '@web/session/hooks';

export function Analytics(): null {
  const { analyticsMeasurementId: id } = useSettings();
  const { asPath } = useRouter();
  useEffect(() => {
    if (id !== '') void trackView(id, asPath);
  }, [id, asPath]);
  return null;
}

async function trackView(id: string, page: string): Promise<void> {
  const { default: analytics } = await import('react-ga4');
  // Views are sent from here, each once; the library's own first one would count it twice.
  if (!analytics.isInitialized) analytics.initialize(id, { gtagOptions: { send_page_view: false } });
  analytics.send({ hitType: 'pageview', page });
}
