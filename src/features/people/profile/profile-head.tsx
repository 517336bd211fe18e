/** The head of a profile: cover, photo, names, presence, counts, and the actions of a visitor or the owner. */
import { placeholders } from '@contract/kernel/conventions';
import { profileCounts } from '@web/lib/wording/profile-counts';
import { showPath, conversationPath } from '@web/lib/paths';
import { useIsOnline } from '@web/session/store/hooks';
import { FollowButton } from '@web/social/follow-button';
import type { CurrentUser } from '@web/services/current-user';
import { Avatar } from '@web/ui/people/avatar';
import { Button } from '@web/ui/actions/button';
import { cx } from '@web/ui/core/cx';
import { Cover } from '@web/ui/people/cover';
import { pageTitleId } from '@web/ui/page/page-head';
import { VerifiedMark } from '@web/ui/people/verified-mark';
import dynamic from 'next/dynamic';
import { PayActions } from './pay-actions';
import { PricesPanel } from './prices-panel';
import { ProfileActions } from './profile-actions';
import type { Profile } from './profile-screen';
import styles from './profile-head.module.css';

// Server rendered, for the owner only: buttons that appear later would shift the page.
const PictureField = dynamic(() => import('./picture-field').then((loaded) => loaded.PictureField));

interface ProfileHeadProps {
  profile: Profile;
  url: string;
  viewer: CurrentUser | null;
  isOwner: boolean;
  onChanged: () => void;
}

/** Performers have no wallet; guests are asked to sign up first. */
const mayPay = (viewer: CurrentUser | null): boolean => viewer === null || !viewer.isPerformer;

export function ProfileHead({ profile, url, viewer, isOwner, onChanged }: ProfileHeadProps) {
  const { _id: id, name, username, avatar, avatarBlur, cover, coverBlur, isVerified, stats } = profile;
  const online = useIsOnline(id, profile.isOnline);
  return (
    <header className={cx(styles.head, !isOwner && styles.beside)}>
      <Cover src={cover} blur={coverBlur} ratio={3} className={styles.cover} loading="eager" main>
        {isOwner ? (
          <div className={styles.editCover}>
            <PictureField kind="cover" onReplaced={onChanged} />
          </div>
        ) : null}
      </Cover>
      <div className={styles.top}>
        <span className={styles.face}>
          <Avatar
            name={name}
            src={avatar === placeholders.avatar ? null : avatar}
            blur={avatarBlur}
            size="huge"
            live={profile.isLive}
            online={online && !isOwner}
            alt={`Profile photo of ${name}`}
          />
          {isOwner ? (
            <span className={styles.editFace}>
              <PictureField kind="avatar" onReplaced={onChanged} />
            </span>
          ) : null}
        </span>
        <div className={styles.tools}>
          <ProfileActions profile={profile} url={url} viewer={viewer} />
        </div>
      </div>
      <div className={styles.who}>
        <h1 id={pageTitleId} tabIndex={-1} className={styles.name}>
          <span>{name}</span>
          {isVerified ? <VerifiedMark /> : null}
        </h1>
        <p className={styles.details}>
          {username === null ? null : <bdi>@{username}</bdi>}
          {online ? <span className={styles.online}>Online</span> : null}
          {profileCounts(stats).map((count) => (
            <span key={count} className="figures">
              {count}
            </span>
          ))}
        </p>
      </div>
      <div className={styles.offer}>
        <div className={styles.actions}>
          {profile.isLive && !isOwner ? (
            <Button kind="primary" href={showPath(profile)}>
              Watch live
            </Button>
          ) : null}
          {mayPay(viewer) ? <PayActions profile={profile} isOnline={online} onChanged={onChanged} /> : null}
          {isOwner ? (
            <Button href="/creator/account?section=profile" size="small">
              Edit profile
            </Button>
          ) : (
            <>
              <Button size="small" href={conversationPath({ _id: id, isPerformer: true })}>
                Message
              </Button>
              <FollowButton performer={profile} />
            </>
          )}
        </div>
        {isOwner ? null : <PricesPanel profile={profile} />}
      </div>
    </header>
  );
}
