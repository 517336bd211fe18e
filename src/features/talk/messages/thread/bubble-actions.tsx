/** The actions of a message. */
import { useCurrentUser } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useReporting } from '@web/social/use-reporting';
import { CopyIcon, ReplyIcon, TrashIcon } from '@web/ui/icons/icons';
import { MenuList } from '@web/ui/actions/menu';
import type { MenuItem } from '@web/ui/actions/menu';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import type { Message } from '../store/chat';

interface BubbleActionsProps {
  message: Message;
  isOwn: boolean;
  onReply: () => void;
  onDelete: () => void;
  onClose: () => void;
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ text: 'Message copied', tone: 'ok' });
  } catch {
    showToast({ text: 'Couldn’t copy. Select the text and copy it yourself.', tone: 'danger' });
  }
}

export function BubbleActions({ message, isOwn, onReply, onDelete, onClose }: BubbleActionsProps) {
  const reporting = useReporting({ target: 'message', id: message._id, title: 'Report this message', person: message.sender });
  const isDelegate = Boolean(useCurrentUser()?.helper);
  const items: MenuItem[] = [
    { label: 'Reply', icon: <ReplyIcon />, onPress: onReply },
    ...(message.text === '' || message.isLocked
      ? []
      : [{ label: 'Copy text', icon: <CopyIcon />, onPress: () => void copyText(message.text) }]),
    ...(isDelegate ? [] : reporting),
    ...(isOwn && !isDelegate ? [{ label: 'Delete', icon: <TrashIcon />, tone: 'danger', onPress: onDelete } as const] : []),
  ];
  return (
    <OpenSheet title="Message" onClose={onClose}>
      <MenuList label="Message" items={items} onChosen={onClose} />
    </OpenSheet>
  );
}
