/** Blocking somebody, with what it means. Taken back in the settings, or at once from the message that confirms it. */
import { blockingService } from '@web/services/blocking.service';
import { useCurrentUser } from '@web/session/hooks';
import { showToast } from '@web/session/toasts';
import { ConfirmDialog } from '@web/ui/confirm-dialog';
import { useRouter } from 'next/router';
import { landingOf } from '@web/session/landing';

interface BlockDialogProps {
  person: { _id: string; name: string };
  onClose: () => void;
}

export function BlockDialog({ person, onClose }: BlockDialogProps) {
  const router = useRouter();
  const viewer = useCurrentUser();
  const block = async () => {
    const { target } = await blockingService.blockPerson({ targetId: person._id });
    onClose();
    showToast({ text: `${person.name} is blocked`, tone: 'ok', onUndo: () => void blockingService.unblockPerson(target._id) });
    if (viewer) await router.push(landingOf(viewer));
  };
  return (
    <ConfirmDialog
      open
      title={`Block ${person.name}?`}
      consequence={`You will not see each other's pages any more, in lists and searches neither. ${person.name} is not told. You can undo this in your settings.`}
      verb={`Block ${person.name}`}
      onConfirm={block}
      onClose={onClose}
    />
  );
}
