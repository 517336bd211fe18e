/** A site with the demo data and its shows, for tests of the API server. */
import { seededSite, type SeededSite } from '../host/seeded-site';
import { openLiveTestHost } from './shows';

/** The password of all demo accounts. */
export const demoPassword = 'a password for the demo';

export const demoSite = (): Promise<SeededSite> =>
  seededSite('footlight_demo', async () => (await openLiveTestHost({ DEMO_PASSWORD: demoPassword })).testHost);
