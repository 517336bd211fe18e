/**
 * What stands in the bars for those who are signed in alone: their places, **Create** and **You**, each with the sheet that it
 * opens, and the bell. Guests do without their code.
 */
import type { ComponentProps } from 'react';
import type { CurrentUser } from '@web/session/intents';
import { isHelperWith } from '@web/session/working';
import { Avatar } from '@web/ui/people/avatar';
import { RailPlaces, Tabs, TopLink } from '@web/ui/page/navigation-bars';
import { PlusIcon, UserIcon } from '@web/ui/icons/icons';
import { AccountSheet } from './account-sheet';
import { CreateSheet } from './create-sheet';
import { notificationsOf, placesOf, tabsOf } from './account-navigation';
import styles from './layouts.module.css';

interface OwnWayProps {
  place: 'rail' | 'bar';
}

interface OwnPlacesProps {
  user: CurrentUser;
  /** The address of the page that is open. */
  current: string;
}

/** Performers alone make something, and of who helps them those who publish. */
const makes = (user: CurrentUser): user is Extract<CurrentUser, { isPerformer: true }> =>
  user.isPerformer && (user.helper === null || isHelperWith(user, 'content'));

/** All that stands at the foot of phones. */
export function OwnTabs({ user, current }: OwnPlacesProps) {
  const { before, after } = tabsOf(user);
  return (
    <>
      <Tabs items={before} current={current} />
      {makes(user) ? <Create user={user} place="bar" /> : null}
      <Tabs items={after} current={current} />
      <You user={user} place="bar" />
    </>
  );
}

/** The rail between the site's name and its foot. */
export function OwnPlaces({ user, current }: OwnPlacesProps) {
  return (
    <>
      <RailPlaces items={placesOf(user)} current={current} />
      {makes(user) ? <Create user={user} place="rail" /> : null}
    </>
  );
}

export function Bell({ user, current }: OwnPlacesProps) {
  return <TopLink item={notificationsOf(user)} current={current} />;
}

function Create({ user, place }: OwnWayProps & Pick<ComponentProps<typeof CreateSheet>, 'user'>) {
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

export function You({ user, place }: OwnWayProps & { user: CurrentUser }) {
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
