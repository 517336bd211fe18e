/** Content that shows the performer, and releases of people without an account. */
import { appearancesRequest, isReleasesTab, releasesRequest } from '@web/features/safety/consent/requests';
import { ConsentScreen } from '@web/features/safety/consent/consent-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'performer',
  load: async ({ read, query }) => {
    await (isReleasesTab(query)
      ? read('GET /performer/releases', releasesRequest(query))
      : read('GET /appearances', appearancesRequest(query)));
    return undefined;
  },
  screen: ConsentScreen,
});
