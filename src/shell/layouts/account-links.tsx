/**
 * Navigation components for signed-in people: items, **Create** and **You** with their sheets, and the top bar of phones. Guests do not
 * load this code.
 */
import type { ComponentProps, ReactNode } from 'react';
import type { CurrentUser } from '@web/services/current-user';
import { isDelegateWith } from '@web/session/delegation';
import { Avatar } from '@web/ui/people/avatar';
import { RailItems, Tabs, TopBar, TopLink } from '@web/ui/page/navigation-bars';
import { PlusIcon, UserIcon } from '@web/ui/icons/icons';
import { AccountSheet } from './account-sheet';
import { CreateSheet } from './create-sheet';
import { notificationsOf, placesOf, bottomBarItemsOf } from './account-navigation';
import { LazyCartLink } from './cart-slot';
import { OwnPill } from './earnings-pill';
import { PhoneBack } from './phone-back';
import styles from './layouts.module.css';

interface PlacementProps {
  place: 'rail' | 'bar';
}

interface OwnPlacesProps {
  user: CurrentUser;
  /** The current path. */
  current: string;
}

/** Performers, and delegates who may publish. */
const canCreate = (user: CurrentUser): user is Extract<CurrentUser, { isPerformer: true }> =>
  user.isPerformer && (user.helper === null || isDelegateWith(user, 'content'));

/** The bottom bar of phones. */
export function OwnTabs({ user, current }: OwnPlacesProps) {
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
export function AccountNavItems({ user, current }: OwnPlacesProps) {
  return (
    <>
      <RailItems items={placesOf(user)} current={current} />
      {canCreate(user) ? <Create user={user} place="rail" /> : null}
    </>
  );
}

/** The foot of the side rail. */
export function OwnRailFoot({ user }: Pick<OwnPlacesProps, 'user'>) {
  return (
    <>
      <LazyCartLink place="rail" />
      <OwnPill user={user} place="rail" />
      <You user={user} place="rail" />
    </>
  );
}

/** The top bar of phones. */
export function OwnTopBar({ user, current, logo }: OwnPlacesProps & { logo: ReactNode }) {
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
          <OwnPill user={user} />
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
          <span className={styles.youWord}>Create</span>
        </button>
      )}
    />
  );
}

function You({ user, place }: PlacementProps & { user: CurrentUser }) {
  return (
    <AccountSheet
      user={user}
      trigger={(open) => (
        <button type="button" className={place === 'rail' ? styles.railYou : styles.barYou} onClick={open} aria-haspopup="dialog">
          {place === 'rail' ? <Avatar name={user.name} src={user.avatar} size="small" /> : <UserIcon />}
          <span className={styles.youWord}>You</span>
        </button>
      )}
    />
  );
}
