/** The head of a thread: recipient, presence, and the actions of the conversation. */
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { profilePath } from '@web/lib/paths';
import { useCurrentUser, useAppDispatch, useIsOnline, useSocketStatus } from '@web/session/store/hooks';
import { usePresenceOf } from '@web/features/talk/messages/use-presence';
import { useReporting } from '@web/social/use-reporting';
import { Avatar } from '@web/ui/people/avatar';
import { IconButton } from '@web/ui/actions/button';
import { BackIcon, LockIcon, MoreIcon, MutedIcon, SearchIcon, SoundIcon, UserIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { Menu } from '@web/ui/actions/menu';
import type { MenuItem } from '@web/ui/actions/menu';
import { PageTitle, pageTitleId } from '@web/ui/page/page-head';
import { SocketDot } from '@web/ui/feedback/socket-dot';
import { VerifiedMark } from '@web/ui/people/verified-mark';
import type { Conversation } from '../store/chat';
import { muteRequested } from '../store/intents';
import { useReloadConversation } from './use-reload-conversation';
import styles from './thread.module.css';

const BlockDialog = dynamic(() => import('@web/social/block-dialog').then((loaded) => loaded.BlockDialog), { ssr: false });

interface ThreadHeadProps {
  conversation: Conversation;
  onSearch: () => void;
  /** Beside the search button: the performer's fan panel. */
  children?: ReactNode;
}

export function ThreadHead({ conversation, onSearch, children }: ThreadHeadProps) {
  const dispatch = useAppDispatch();
  const reload = useReloadConversation(conversation._id);
  const [isBlocking, setBlocking] = useState(false);
  const { _id: id, recipient, isMuted, isBlocked, isBlockedByMe, isSubscribed } = conversation;
  const { name } = recipient;
  const status = useSocketStatus();
  usePresenceOf([recipient._id]);
  // Presence is hidden when one has blocked the other.
  const online = useIsOnline(recipient._id, recipient.isOnline) && !isBlocked;
  const profileHref = recipient.isPerformer ? profilePath({ id: recipient._id, username: recipient.username }) : null;
  const note = [online ? 'Online' : '', isSubscribed ? (recipient.isPerformer ? 'Subscribed' : 'Subscriber') : '']
    .filter(Boolean)
    .join(' · ');

  const target = recipient.isPerformer ? 'performer' : 'user';
  const reporting = useReporting({ target, id: recipient._id, title: `Report ${name}`, person: recipient });
  // Delegates may not mute or block for the performer.
  const isDelegate = Boolean(useCurrentUser()?.helper);
  const muting: MenuItem = isMuted
    ? { label: 'Unmute', icon: <SoundIcon />, onPress: () => dispatch(muteRequested({ id, isMuted: false })) }
    : { label: 'Mute', icon: <MutedIcon />, onPress: () => dispatch(muteRequested({ id, isMuted: true })) };
  const search: MenuItem = { label: 'Search messages', icon: <SearchIcon />, onPress: onSearch };
  const items: MenuItem[] = isDelegate
    ? [search]
    : [
        muting,
        search,
        ...(profileHref === null ? [] : [{ label: 'View profile', icon: <UserIcon />, href: profileHref }]),
        ...reporting,
        ...(isBlockedByMe
          ? []
          : [{ label: `Block ${name}`, icon: <LockIcon />, tone: 'danger', onPress: () => setBlocking(true) } as const]),
      ];
  return (
    <header className={styles.head}>
      <PageTitle title={`Messages with ${name}`} noindex />
      <span className={styles.backOnly} data-page-back>
        <IconButton label="All messages" icon={<BackIcon />} href="/messages" />
      </span>
      <Avatar name={name} src={recipient.avatar} online={online} />
      <div className={styles.who}>
        <h1 id={pageTitleId} tabIndex={-1}>
          {profileHref === null || isDelegate ? <span>{name}</span> : <Link href={profileHref}>{name}</Link>}
          {recipient.isVerified ? <VerifiedMark /> : null}
        </h1>
        <div className={styles.below}>
          <p className={styles.note}>{note}</p>
          <span className={styles.connection}>
            <SocketDot status={status} />
          </span>
        </div>
      </div>
      <div className={styles.acts}>
        {children}
        <span className={styles.wide}>
          <IconButton label="Search in this conversation" icon={<SearchIcon />} onPress={onSearch} />
        </span>
        <Menu label="More" trigger={<MoreIcon />} items={items} />
      </div>
      {isBlocking ? (
        <BlockDialog
          person={recipient}
          consequence={`You won’t be able to message each other or see each other’s profiles. ${name} isn’t notified. You can undo this here or in your settings.`}
          onBlocked={() => {
            setBlocking(false);
            return reload();
          }}
          onClose={() => setBlocking(false)}
        />
      ) : null}
    </header>
  );
}
