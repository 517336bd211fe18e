/** Follows a performer, and unfollows her; shown nowhere where there is nothing to follow: on what is one's own. */
import { useState } from 'react';
import { Button } from '@web/ui/actions/button';
import { CheckIcon, PlusIcon } from '@web/ui/icons/icons';
import { useAccountId } from '@web/session/store/hooks';
import { useFollow } from './use-follow';

interface FollowButtonProps {
  performer: { _id: string; name: string; isFollowed: boolean };
  /** Leaves no button where she was followed already when this part of the page appeared. */
  hidesFollowed?: boolean;
  size?: 'small' | 'normal';
}

export function FollowButton({ performer, hidesFollowed = false, size = 'small' }: FollowButtonProps) {
  const { _id: id, name } = performer;
  const viewerId = useAccountId();
  const { isFollowed, follow, unfollow } = useFollow(id, performer.isFollowed);
  const [wasFollowed] = useState(isFollowed);
  if (viewerId === id || (hidesFollowed && wasFollowed)) return null;
  return (
    <Button
      size={size}
      icon={isFollowed ? <CheckIcon /> : <PlusIcon />}
      aria-label={isFollowed ? `Following ${name}` : `Follow ${name}`}
      title={isFollowed ? `Unfollow ${name}` : `Follow ${name}`}
      onPress={() => void (isFollowed ? unfollow() : follow())}
    >
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}
