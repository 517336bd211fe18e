/** **You**: the own name, account and saved things, how the site looks, help, and the way out. */
import type { ReactNode } from 'react';
import { useIntents, useUi } from '@web/session/store/hooks';
import { logoutAsked } from '@web/session/intents';
import { errorMessage } from '@web/lib/i18n/error-message';
import { showToast } from '@web/ui/feedback/toast-queue';
import { beginWork, stopWork } from '@web/session/working';
import type { CurrentUser } from '@web/session/intents';
import { Avatar } from '@web/ui/people/avatar';
import { LogoutIcon, UserIcon } from '@web/ui/icons/icons';
import { MenuList } from '@web/ui/actions/menu';
import { Sheet } from '@web/ui/dialogs/sheet';
import { Looks } from './display-menu';
import { sheetItems } from './account-navigation';
import { OwnPill } from './earnings-pill';
import { usePassingSheet } from './use-navigation-sheet';
import styles from './account-sheet.module.css';

type Person = NonNullable<CurrentUser['helper']>['person'];

interface AccountSheetProps {
  user: CurrentUser;
  /** Draws the control that opens the sheet. */
  trigger: (open: () => void) => ReactNode;
}

export function AccountSheet({ user, trigger }: AccountSheetProps) {
  const { isOpen, open, close } = usePassingSheet();
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
  return props.user.helper === null ? <OwnYou {...props} /> : <AtWork {...props} person={props.user.helper.person} />;
}

/** Of somebody who works for another: who she is, and the way back. */
function AtWork({ user, person, onChosen }: { user: CurrentUser; person: Person; onChosen: () => void }) {
  const ways = sheetItems(user).map(({ label, icon, href }) => ({ label, icon, href }));
  const stop = { label: `Stop working for ${user.name}`, icon: <LogoutIcon />, onPress: () => void stopWork(user._id) };
  return (
    <div className={styles.you}>
      <div className={styles.person}>
        <Avatar name={person.name} src={person.avatar} />
        <div>
          <strong>{person.name}</strong>
          <div>Works for {user.name}</div>
        </div>
      </div>
      <MenuList label="You" items={[...ways, stop]} onChosen={onChosen} />
      <Looks />
    </div>
  );
}

function OwnYou({ user, onChosen }: { user: CurrentUser; onChosen: () => void }) {
  const ask = useIntents();
  const work = user.helps.map(({ _id, name }) => ({
    label: `Work for ${name}`,
    icon: <UserIcon />,
    onPress: () => void beginWork(_id).catch((error: unknown) => showToast({ tone: 'danger', text: errorMessage(error) })),
  }));
  const { menus } = useUi();
  const help = menus
    .filter((menu) => menu.section === 'main')
    .map(({ title, path, isNewTab, help: hint }) => ({ label: title, href: path, isNewTab, help: hint }));
  const ways = sheetItems(user).map(({ label, icon, href }) => ({ label, icon, href }));
  const items = [...ways, ...work, ...help, { label: 'Log out', icon: <LogoutIcon />, onPress: () => ask(logoutAsked()) }];
  return (
    <div className={styles.you}>
      <div className={styles.person}>
        <Avatar name={user.name} src={user.avatar} />
        <div>
          <strong>{user.name}</strong>
          <OwnPill user={user} />
        </div>
      </div>
      <MenuList label="You" items={items} onChosen={onChosen} />
      <Looks />
    </div>
  );
}
