import { AccountScreen } from '@web/features/people/account/account-screen';
import { blockedPeopleRead } from '@web/features/account/reads';
import { AccountSetup } from '@web/features/people/registration/account-setup';
import { CardsSection } from '@web/features/money/wallet/cards-section';
import { cardsRead } from '@web/features/wallet/reads';
import { addressesRead } from '@web/session/use-addresses';
import { needsSetup } from '@web/session/landing';
import { definePage } from '@web/shell/define-page';
import { DisplaySettings } from '@web/shell/screens/display-settings';

export default definePage({
  access: 'login',
  standIn: (viewer) => (viewer.isPerformer ? '/creator/account' : undefined),
  layout: (viewer) => (viewer && needsSetup(viewer) ? 'blank' : 'primary'),
  load: async ({ read, query }) => {
    if (query['section'] === 'privacy') await read('GET /block/users', blockedPeopleRead);
    if (query['section'] === 'export') await read('GET /account/export', {});
    if (query['section'] === 'notifications') await read('GET /notifications/preferences', {});
    if (query['section'] === 'cards') await read('GET /payment-cards', cardsRead);
    if (query['section'] === 'addresses') await read('GET /addresses/search', addressesRead);
    return undefined;
  },
  screen: () => <AccountScreen setup={<AccountSetup />} display={<DisplaySettings />} cards={<CardsSection />} />,
});
