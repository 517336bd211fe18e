/** Blocks the performer of this page; the page then has nothing to show. */
import { useRouter } from 'next/router';
import { BlockDialog } from '@web/social/block-dialog';
import { useCurrentUser } from '@web/session/store/hooks';
import { landingOf } from '@web/session/landing';

interface BlockProfileProps {
  person: { _id: string; name: string };
  onClose: () => void;
}

export function BlockProfile({ person, onClose }: BlockProfileProps) {
  const router = useRouter();
  const viewer = useCurrentUser();
  return (
    <BlockDialog
      person={person}
      consequence={`You won’t see each other’s profiles anymore, including in lists and search. ${person.name} isn’t notified. You can undo this in your settings.`}
      onBlocked={() => {
        onClose();
        return viewer && router.push(landingOf(viewer));
      }}
      onClose={onClose}
    />
  );
}
