import { AccountScreen } from '@web/features/account/account-screen';
import { blockedPeopleRead } from '@web/features/account/reads';
import { AccountSetup } from '@web/features/registration/account-setup';
import { needsSetup } from '@web/session/landing';
import { definePage } from '@web/shell/define-page';
import { DisplaySettings } from '@web/shell/display-settings';
import { Skeleton } from '@web/ui/states';
import dynamic from 'next/dynamic';

const CardsSection = dynamic(() => import('@web/features/wallet/cards-section').then((loaded) => loaded.CardsSection), {
  loading: () => <Skeleton shape="form" count={2} />,
});

export default definePage({
  access: 'login',
  standIn: (viewer) => (viewer.isPerformer ? '/creator/account' : undefined),
  layout: (viewer) => (viewer && needsSetup(viewer) ? 'blank' : 'primary'),
  load: async ({ read, query }) => {
    if (query['section'] === 'privacy') await read('GET /block/users', blockedPeopleRead);
    return undefined;
  },
  screen: () => <AccountScreen setup={<AccountSetup />} display={<DisplaySettings />} cards={<CardsSection />} />,
});
