/**
 * Navigation components for signed-in people: items, **Create** and **You** with their sheets, and the top bar of phones. Guests do not
 * load this code.
 */
import type { ComponentProps, ReactNode } from 'react';
import type { CurrentUser } from '@web/services/current-user';
import { isDelegateWith } from '@web/session/delegation';
import { useAppDispatch } from '@web/session/store/hooks';
import { logoutRequested } from '@web/session/store/intents';
import { IconButton } from '@web/ui/actions/button';
import { TabRow } from '@web/ui/actions/chips';
import { Link } from '@web/ui/core/link';
import { Avatar } from '@web/ui/people/avatar';
import { RailItems, Tabs, TopBar, TopLink } from '@web/ui/page/navigation-bars';
import { RailButton } from '@web/ui/page/rail-parts';
import { LogoutIcon, MoreIcon, PlusIcon, UserIcon } from '@web/ui/icons/icons';
import { AccountSheet } from './account-sheet';
import { CreateSheet } from './create-sheet';
import { accountOf, bottomBarItemsOf, libraryTabs, notificationsOf, railItemsOf } from './account-navigation';
import { LazyCartLink } from './lazy-cart-link';
import { LazyWalletPill, LazyWalletRailItem } from './lazy-wallet-pill';
import { PhoneBack } from './phone-back';
import styles from './layouts.module.css';

/** The tabs of the library, on the pages that belong to it. */
export function LibraryTabs({ current }: Pick<AccountNavProps, 'current'>) {
  const path = current.split(/[?#]/, 1)[0] ?? '';
  if (!libraryTabs.some(({ value }) => value === path)) return null;
  return (
    <div className={styles.sectionTabs}>
      <TabRow label="Library" tabs={libraryTabs} current={path} hrefOf={(href) => href} />
    </div>
  );
}

interface PlacementProps {
  place: 'rail' | 'bar';
}

interface AccountNavProps {
  user: CurrentUser;
  /** The current path. */
  current: string;
}

/** Performers, and delegates who may publish. */
const canCreate = (user: CurrentUser): user is Extract<CurrentUser, { isPerformer: true }> =>
  user.isPerformer && (user.helper === null || isDelegateWith(user, 'content'));

/** The bottom bar of phones. */
export function AccountTabs({ user, current }: AccountNavProps) {
  const { before, after } = bottomBarItemsOf(user);
  return (
    <>
      <Tabs items={before} current={current} />
      {canCreate(user) ? <Create user={user} place="bar" /> : null}
      <Tabs items={after} current={current} />
      <You user={user} place="bar" />
    </>
  );
}

/** The side rail between the logo and the footer. */
export function AccountNavItems({ user, current }: AccountNavProps) {
  return (
    <>
      <RailItems items={railItemsOf(user)} current={current}>
        <LazyWalletRailItem user={user} current={current} />
        <You user={user} place="rail" />
      </RailItems>
      {canCreate(user) ? <Create user={user} place="rail" /> : null}
    </>
  );
}

/** The foot of the side rail: the cart, the signed-in account, and the log-out button. */
export function AccountRailFoot({ user }: Pick<AccountNavProps, 'user'>) {
  const dispatch = useAppDispatch();
  return (
    <>
      <LazyCartLink place="rail" />
      {user.helper === null ? (
        <div className={styles.railPerson}>
          <Link href={accountOf(user).href} className={styles.railAccount} aria-label={`Your account, ${user.name}`}>
            <Avatar name={user.name} src={user.avatar} size="small" />
            <span className={styles.railName}>
              <strong>{user.name}</strong>
              {user.username === null ? null : <bdi>@{user.username}</bdi>}
            </span>
          </Link>
          <IconButton label="Log out" icon={<LogoutIcon />} onPress={() => dispatch(logoutRequested())} />
        </div>
      ) : null}
    </>
  );
}

/** The top bar of phones. */
export function AccountTopBar({ user, current, logo }: AccountNavProps & { logo: ReactNode }) {
  return (
    <TopBar
      start={
        <>
          <PhoneBack user={user} />
          {logo}
        </>
      }
      end={
        <>
          <LazyCartLink place="bar" />
          <LazyWalletPill user={user} />
          {user.helper === null ? <TopLink item={notificationsOf(user)} current={current} /> : null}
        </>
      }
    />
  );
}

function Create({ user, place }: PlacementProps & Pick<ComponentProps<typeof CreateSheet>, 'user'>) {
  return (
    <CreateSheet
      user={user}
      trigger={(open) => (
        <button type="button" className={place === 'rail' ? styles.railCreate : styles.barYou} onClick={open} aria-haspopup="dialog">
          <PlusIcon />
          <span className={styles.barLabel}>Create</span>
        </button>
      )}
    />
  );
}

function You({ user, place }: PlacementProps & { user: CurrentUser }) {
  return (
    <AccountSheet
      user={user}
      trigger={(open) =>
        place === 'rail' ? (
          <RailButton label="More" icon={<MoreIcon />} onPress={open} />
        ) : (
          <button type="button" className={styles.barYou} onClick={open} aria-haspopup="dialog">
            <UserIcon />
            <span className={styles.barLabel}>You</span>
          </button>
        )
      }
    />
  );
}
