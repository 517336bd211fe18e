/** Blocked countries. */
import { CountryBlocksScreen } from '@web/features/console/settings/country-blocks';
import { definePage } from '@web/shell/page/define-page';
import { useSiteInfo } from '@web/shell/page/site-info';

function Screen() {
  return <CountryBlocksScreen ownCountry={useSiteInfo().country.country} />;
}

export default definePage({
  access: 'operator',
  load: async ({ read }) => {
    await read('GET /admin/blocked-countries', {});
    return undefined;
  },
  screen: Screen,
});
