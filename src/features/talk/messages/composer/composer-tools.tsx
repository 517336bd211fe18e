/** Additions to a message: files and emoji; for performers a price and earlier uploads; for fans a tip. */
import dynamic from 'next/dynamic';
import { useRef, useState } from 'react';
import * as limits from '@contract/kernel/limits';
import { ruleFor } from '@web/uploads/file-rules';
import type { Medium } from '@web/uploads/media-list';
import { useOnline } from '@web/device/use-online';
import { Button, IconButton } from '@web/ui/actions/button';
import { ClipIcon, GiftIcon, ImageIcon, SmileIcon, TokenIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { uploadErrorOf } from '@web/ui/forms/upload';
import type { Conversation } from '../store/chat';
import type { MessageFileType } from './message-files';
import { usePaymentDialogs } from '../use-payment-dialogs';
import styles from './composer.module.css';

const EmojiPicker = dynamic(() => import('./emoji-picker').then((loaded) => loaded.EmojiPicker), { ssr: false });
const VaultPicker = dynamic(() => import('../fans/vault-picker').then((loaded) => loaded.VaultPicker), { ssr: false });

const typeOf = ({ type }: File): MessageFileType => (type.startsWith('video/') ? 'message-video' : 'message-photo');
const accept = `${ruleFor('message-photo').accept},${ruleFor('message-video').accept}`;

interface ComposerToolsProps {
  conversation: Conversation;
  isPerformer: boolean;
  media: readonly Medium[];
  hasPrice: boolean;
  onFiles: (files: File[], type: MessageFileType) => void;
  onVaultFiles: (media: Medium[]) => void;
  onPrice: () => void;
  onEmoji: (emoji: string) => void;
}

export function ComposerTools(props: ComposerToolsProps) {
  const { conversation, isPerformer, media, hasPrice, onFiles, onVaultFiles, onPrice, onEmoji } = props;
  const [open, setOpen] = useState<'emoji' | 'vault' | null>(null);
  const [errors, setErrors] = useState<string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const freeSlots = limits.messageFilesMax - media.length;

  const handleFiles = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (input.current) input.current.value = '';
    const fileErrors = files.map((file) => uploadErrorOf(file, ruleFor(typeOf(file))));
    const accepted = files.filter((_, index) => fileErrors[index] === null);
    const surplus =
      accepted.length > freeSlots ? [`You can attach up to ${String(limits.messageFilesMax)} files. The others weren’t added.`] : [];
    setErrors([...fileErrors.filter((reason) => reason !== null), ...surplus]);
    const picked = accepted.slice(0, freeSlots);
    for (const type of ['message-photo', 'message-video'] as const) {
      const ofType = picked.filter((file) => typeOf(file) === type);
      if (ofType.length > 0) onFiles(ofType, type);
    }
  };
  return (
    <div className={styles.tools}>
      {errors.length === 0 ? null : (
        <Notice tone="danger">
          {errors.map((reason) => (
            <div key={reason}>{reason}</div>
          ))}
        </Notice>
      )}
      {open === 'emoji' ? <EmojiPicker onPick={onEmoji} onClose={() => setOpen(null)} /> : null}
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept={accept}
        multiple
        tabIndex={-1}
        aria-label="Choose photos and videos"
        onChange={({ target }) => handleFiles(target.files)}
      />
      <div className={styles.toolRow}>
        <IconButton label="Attach photos or videos" icon={<ClipIcon />} disabled={freeSlots < 1} onPress={() => input.current?.click()} />
        <IconButton
          label="Emoji"
          icon={<SmileIcon />}
          aria-expanded={open === 'emoji'}
          onPress={() => setOpen(open === 'emoji' ? null : 'emoji')}
        />
        {isPerformer ? (
          <>
            <IconButton label="Earlier uploads" icon={<ImageIcon />} disabled={freeSlots < 1} onPress={() => setOpen('vault')} />
            {hasPrice ? null : (
              <Button size="small" icon={<TokenIcon />} onPress={onPrice}>
                Set price
              </Button>
            )}
          </>
        ) : (
          <TipButton conversation={conversation} />
        )}
      </div>
      {open === 'vault' ? (
        <VaultPicker
          fanId={conversation.recipient.isPerformer ? null : conversation.recipient._id}
          attachedIds={media.flatMap(({ file }) => (file === null ? [] : [file._id]))}
          max={limits.messageFilesMax - media.filter(({ file }) => file === null).length}
          onChoose={(files) => {
            onVaultFiles(files.map((file) => ({ key: file._id, file, alt: '' })));
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </div>
  );
}

function TipButton({ conversation: { _id: id, recipient } }: Pick<ComposerToolsProps, 'conversation'>) {
  const isOnline = useOnline();
  const { tip, busy } = usePaymentDialogs(recipient._id);
  return (
    <Button size="small" icon={<GiftIcon />} busy={busy} disabled={!isOnline} onPress={() => void tip(id)}>
      Tip
    </Button>
  );
}
