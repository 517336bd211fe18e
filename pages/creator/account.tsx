import { AccountScreen } from '@web/features/people/account/account-screen';
import { DocumentsReviewNotice } from '@web/features/people/account/profile/documents-section';
import { blockedPeopleRequest, delegateActionsRequest } from '@web/features/people/account/shared/requests';
import { AccountSetup } from '@web/features/people/registration/account-setup';
import { needsSetup } from '@web/session/landing';
import { definePage } from '@web/shell/page/define-page';
import { DisplaySettingsSection } from '@web/shell/screens/display-settings';

export default definePage({
  access: 'performer',
  layout: (viewer) => (viewer && needsSetup(viewer) ? 'blank' : 'primary'),
  load: async ({ read, query }) => {
    if (query['section'] === 'blocked-users') await read('GET /block/users', blockedPeopleRequest);
    if (query['section'] === 'helpers')
      await Promise.all([read('GET /performer/helpers', {}), read('GET /performer/helpers/acts', delegateActionsRequest)]);
    if (query['section'] === 'export') await read('GET /account/export', {});
    if (query['section'] === 'notifications') await read('GET /notifications/preferences', {});
    return undefined;
  },
  screen: () => <AccountScreen setup={<AccountSetup aside={<DocumentsReviewNotice />} />} display={<DisplaySettingsSection />} />,
});
