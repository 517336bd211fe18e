/** Secondary actions on a profile: bookmark, share, report; and for members, block. */
import type { CurrentUser } from '@web/services/current-user';
import { copyUrl, shareUrl } from '@web/social/share';
import { useReporting } from '@web/social/use-reporting';
import { useReactions } from '@web/social/use-reactions';
import { IconButton } from '@web/ui/actions/button';
import { BookmarkIcon, CopyIcon, LinkOutIcon, LockIcon, MoreIcon } from '@web/ui/icons/icons';
import { Menu } from '@web/ui/actions/menu';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { Profile } from './profile-screen';

const BlockProfile = dynamic(() => import('./block-profile').then((loaded) => loaded.BlockProfile), { ssr: false });

interface ProfileActionsProps {
  profile: Profile;
  url: string;
  viewer: CurrentUser | null;
}

export function ProfileActions({ profile, url, viewer }: ProfileActionsProps) {
  const [isBlocking, setBlocking] = useState(false);
  const isOwn = viewer?._id === profile._id;
  const mayBlock = viewer !== null && !isOwn;
  const reporting = useReporting({ target: 'performer', id: profile._id, title: `Report ${profile.name}`, person: profile });
  const block = { label: 'Block', icon: <LockIcon />, tone: 'danger', onPress: () => setBlocking(true) } as const;
  return (
    <>
      {isOwn ? null : <BookmarkButton profile={profile} />}
      <IconButton label="Share" icon={<LinkOutIcon />} onPress={() => void shareUrl(url, profile.name)} />
      <Menu
        label="More"
        trigger={<MoreIcon />}
        items={[{ label: 'Copy link', icon: <CopyIcon />, onPress: () => void copyUrl(url) }, ...reporting, ...(mayBlock ? [block] : [])]}
      />
      {isBlocking ? <BlockProfile person={profile} onClose={() => setBlocking(false)} /> : null}
    </>
  );
}

function BookmarkButton({ profile }: Pick<ProfileActionsProps, 'profile'>) {
  const { _id: id, isLiked, isBookmarked, stats } = profile;
  const reactions = useReactions('performer', id, { isLiked, isBookmarked, totalLike: stats.likes });
  return (
    <IconButton
      label={`Bookmark ${profile.name}`}
      icon={<BookmarkIcon {...(reactions.isBookmarked ? { fill: 'currentColor' } : {})} />}
      aria-pressed={reactions.isBookmarked}
      onPress={reactions.bookmark}
    />
  );
}
