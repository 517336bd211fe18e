/** Countries to which the site is closed. */
import { CountryBlocksScreen } from '@web/features/console/settings/country-blocks';
import { definePage } from '@web/shell/define-page';
import { useSiteFacts } from '@web/shell/facts';

function Screen() {
  return <CountryBlocksScreen ownCountry={useSiteFacts().country.country} />;
}

export default definePage({
  access: 'operator',
  load: async ({ read }) => {
    await read('GET /admin/blocked-countries', {});
    return undefined;
  },
  screen: Screen,
});
