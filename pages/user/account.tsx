import { AccountScreen } from '@web/features/people/account/account-screen';
import { blockedPeopleRequest } from '@web/features/people/account/shared/requests';
import { AccountSetup } from '@web/features/people/registration/account-setup';
import { CardsSection } from '@web/features/money/wallet/cards-section';
import { cardsRequest } from '@web/features/money/wallet/requests';
import { addressesRequest } from '@web/checkout/use-addresses';
import { needsSetup } from '@web/session/landing';
import { definePage } from '@web/shell/page/define-page';
import { DisplaySettingsSection } from '@web/shell/screens/display-settings';

export default definePage({
  access: 'login',
  redirectFor: (viewer) => (viewer.isPerformer ? '/creator/account' : undefined),
  layout: (viewer) => (viewer && needsSetup(viewer) ? 'blank' : 'primary'),
  load: async ({ read, query }) => {
    if (query['section'] === 'privacy') await read('GET /block/users', blockedPeopleRequest);
    if (query['section'] === 'export') await read('GET /account/export', {});
    if (query['section'] === 'notifications') await read('GET /notifications/preferences', {});
    if (query['section'] === 'cards') await read('GET /payment-cards', cardsRequest);
    if (query['section'] === 'addresses') await read('GET /addresses/search', addressesRequest);
    return undefined;
  },
  screen: () => <AccountScreen setup={<AccountSetup />} display={<DisplaySettingsSection />} cards={<CardsSection />} />,
});
