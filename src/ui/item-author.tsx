/** Who made something, with the way to follow her. */
import { profilePath } from '../lib/paths';
import { Button } from './button';
import { CheckIcon, PlusIcon } from './icons';
import { PersonLine } from './person-line';

interface ItemAuthorProps {
  performer: { _id: string; username: string | null; name: string; avatar: string; isVerified: boolean };
  note: React.ReactNode;
  /** Null where there is nothing to follow: on what is one's own. */
  follow: { isFollowed: boolean; onToggle: () => void } | null;
}

export function ItemAuthor({ performer, note, follow }: ItemAuthorProps) {
  const { _id: id, username, name, isVerified } = performer;
  return (
    <PersonLine
      person={performer}
      href={profilePath({ id, username })}
      verified={isVerified}
      note={note}
      action={
        follow === null ? undefined : (
          <Button
            size="small"
            icon={follow.isFollowed ? <CheckIcon /> : <PlusIcon />}
            aria-label={follow.isFollowed ? `Following ${name}` : `Follow ${name}`}
            title={follow.isFollowed ? `Unfollow ${name}` : `Follow ${name}`}
            onPress={follow.onToggle}
          >
            {follow.isFollowed ? 'Following' : 'Follow'}
          </Button>
        )
      }
    />
  );
}
