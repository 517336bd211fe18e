/** The demo accounts, for journeys. */
import { openTestHost, type SiteTemplate } from '../host/test-host';
import { seededSite } from '../host/seeded-site';
import { webVariables } from './shared-site';

/** The password of all demo accounts. */
export const castPassword = 'a password of the demonstration';

/** The last arguments of `openSite` and `journey` for a site with these accounts. */
export const withCast: [environment: Record<string, string>, options: { origin: () => Promise<SiteTemplate> }] = [
  { DEMO_PASSWORD: castPassword },
  { origin: cast },
];

function cast(): Promise<SiteTemplate> {
  const { APP_SECRET = '' } = webVariables({ site: 0, api: 0 });
  return seededSite('footlight_cast', () => openTestHost({ APP_SECRET, DEMO_PASSWORD: castPassword }));
}
