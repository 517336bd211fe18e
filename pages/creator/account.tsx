import { AccountScreen } from '@web/features/account/account-screen';
import { DocumentsState } from '@web/features/account/documents-section';
import { AccountSetup } from '@web/features/registration/account-setup';
import { needsSetup } from '@web/session/landing';
import { definePage } from '@web/shell/define-page';
import { DisplaySettings } from '@web/shell/display-settings';

export default definePage({
  access: 'performer',
  layout: (viewer) => (viewer && needsSetup(viewer) ? 'blank' : 'primary'),
  screen: () => <AccountScreen setup={<AccountSetup aside={<DocumentsState />} />} display={<DisplaySettings />} />,
});
