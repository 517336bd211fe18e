/** The layout for visitors from a blocked country: a notice without links into the site. */
import { countryName } from '@web/lib/i18n/place-names';
import { useSettings } from '@web/session/store/hooks';
import { useSiteInfo } from '../page/site-info';
import { PageTitle } from '@web/ui/page/page-head';
import styles from './layouts.module.css';

export function GeoBlockLayout() {
  const { country, siteUrl } = useSiteInfo();
  const { contactEmail } = useSettings();
  return (
    <main id="content" className={styles.closed}>
      <PageTitle title="Not available in your country" noindex />
      <h1>Not available in your country</h1>
      <p>This site isn’t available in {country.country === null ? 'your country' : countryName(country.country)}.</p>
      {contactEmail && (
        <p>
          Questions? Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
        </p>
      )}
      <p className={styles.quiet}>Not in this country? Turn off your VPN or proxy and open {new URL(siteUrl).host} again.</p>
    </main>
  );
}
