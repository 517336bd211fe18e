/** Follows or unfollows a performer. Renders nothing for the performer's own account. */
import { useState } from 'react';
import { Button } from '@web/ui/actions/button';
import { CheckIcon, PlusIcon } from '@web/ui/icons/icons';
import { useAccountId } from '@web/session/store/hooks';
import { useFollow } from './use-follow';

interface FollowButtonProps {
  performer: { _id: string; name: string; isFollowed: boolean };
  /** Renders nothing if the performer was already followed on mount. */
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
