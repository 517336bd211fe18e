/** The actions of a message. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { useCurrentUser } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useReporting } from '@web/social/use-reporting';
import { CopyIcon, EditIcon, ReplyIcon, TrashIcon } from '@web/ui/icons/icons';
import { MenuList } from '@web/ui/actions/menu';
import type { MenuItem } from '@web/ui/actions/menu';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import type { Message } from '../store/chat';
import { ReactionChoice } from './reaction-choice';

interface BubbleActionsProps {
  message: Message;
  isOwn: boolean;
  onReply: () => void;
  onReact: (emoji: string) => void;
  onEdit: () => void;
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

/** Whether the viewer can edit a message of their own at `now`. */
const isEditable = ({ type, isBought, createdAt }: Message, now: number): boolean =>
  (type === 'text' || type === 'media') && !isBought && now <= Date.parse(createdAt) + limits.messageEdit_s * 1000;

export function BubbleActions({ message, isOwn, onReply, onReact, onEdit, onDelete, onClose }: BubbleActionsProps) {
  const [openedAt] = useState(() => Date.now());
  const reporting = useReporting({ target: 'message', id: message._id, title: 'Report this message', person: message.sender });
  const isDelegate = Boolean(useCurrentUser()?.helper);
  const items: MenuItem[] = [
    { label: 'Reply', icon: <ReplyIcon />, onPress: onReply },
    ...(message.text === '' || message.isLocked
      ? []
      : [{ label: 'Copy text', icon: <CopyIcon />, onPress: () => void copyText(message.text) }]),
    ...(isOwn && isEditable(message, openedAt) ? [{ label: 'Edit', icon: <EditIcon />, onPress: onEdit }] : []),
    ...(isDelegate ? [] : reporting),
    ...(isOwn && !isDelegate ? [{ label: 'Delete', icon: <TrashIcon />, tone: 'danger', onPress: onDelete } as const] : []),
  ];
  return (
    <OpenSheet title="Message" onClose={onClose}>
      <ReactionChoice
        reactions={message.reactions}
        onPick={(emoji) => {
          onReact(emoji);
          onClose();
        }}
      />
      <MenuList label="Message" items={items} onChosen={onClose} />
    </OpenSheet>
  );
}
