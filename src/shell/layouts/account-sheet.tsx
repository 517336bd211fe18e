/** The **You** sheet: name, account links, managed profiles, the operators' menu, log out and display settings. */
import type { ReactNode } from 'react';
import { useAppDispatch, useUi } from '@web/session/store/hooks';
import { logoutRequested } from '@web/session/store/intents';
import { errorMessage } from '@web/lib/i18n/error-message';
import { showToast } from '@web/ui/feedback/toast-queue';
import { beginDelegation, endDelegation } from '@web/session/delegation';
import type { CurrentUser } from '@web/services/current-user';
import { Avatar } from '@web/ui/people/avatar';
import { LogoutIcon, UserIcon } from '@web/ui/icons/icons';
import { MenuList } from '@web/ui/actions/menu';
import { Sheet } from '@web/ui/dialogs/sheet';
import { DisplaySettings } from './display-settings';
import { sheetItemsOf } from './account-navigation';
import { LazyWalletPill } from './lazy-wallet-pill';
import { useNavigationSheet } from './use-navigation-sheet';
import styles from './account-sheet.module.css';

type Person = NonNullable<CurrentUser['helper']>['person'];

interface AccountSheetProps {
  user: CurrentUser;
  /** Renders the control that opens the sheet. */
  trigger: (open: () => void) => ReactNode;
}

export function AccountSheet({ user, trigger }: AccountSheetProps) {
  const { isOpen, open, close } = useNavigationSheet();
  return (
    <>
      {trigger(open)}
      <Sheet title="You" open={isOpen} onClose={close} side="end">
        <You user={user} onChosen={close} />
      </Sheet>
    </>
  );
}

function You(props: { user: CurrentUser; onChosen: () => void }) {
  return props.user.helper === null ? <OwnAccount {...props} /> : <DelegateAccount {...props} person={props.user.helper.person} />;
}

/** For delegates: who they act for, and how to return to their own account. */
function DelegateAccount({ user, person, onChosen }: { user: CurrentUser; person: Person; onChosen: () => void }) {
  const links = sheetItemsOf(user).map(({ label, icon, href }) => ({ label, icon, href }));
  const stop = { label: `Stop managing ${user.name}`, icon: <LogoutIcon />, onPress: () => void endDelegation(user._id) };
  return (
    <div className={styles.you}>
      <div className={styles.person}>
        <Avatar name={person.name} src={person.avatar} />
        <div>
          <strong>{person.name}</strong>
          <div>Manager for {user.name}</div>
        </div>
      </div>
      <MenuList label="You" items={[...links, stop]} onChosen={onChosen} />
      <DisplaySettings />
    </div>
  );
}

function OwnAccount({ user, onChosen }: { user: CurrentUser; onChosen: () => void }) {
  const dispatch = useAppDispatch();
  const managedProfiles = user.helps.map(({ _id, name }) => ({
    label: `Manage profile of ${name}`,
    icon: <UserIcon />,
    onPress: () => void beginDelegation(_id).catch((error: unknown) => showToast({ tone: 'danger', text: errorMessage(error) })),
  }));
  const { menus } = useUi();
  const menuLinks = menus
    .filter((menu) => menu.section === 'main')
    .map(({ title, path, isNewTab, help: hint }) => ({ label: title, href: path, isNewTab, help: hint }));
  const links = sheetItemsOf(user).map(({ label, icon, href }) => ({ label, icon, href }));
  const items = [
    ...links,
    ...managedProfiles,
    ...menuLinks,
    { label: 'Log out', icon: <LogoutIcon />, onPress: () => dispatch(logoutRequested()) },
  ];
  return (
    <div className={styles.you}>
      <div className={styles.person}>
        <Avatar name={user.name} src={user.avatar} />
        <div>
          <strong>{user.name}</strong>
          <LazyWalletPill user={user} />
        </div>
      </div>
      <MenuList label="You" items={items} onChosen={onChosen} />
      <DisplaySettings />
    </div>
  );
}
