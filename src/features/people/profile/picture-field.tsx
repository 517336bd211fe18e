/** Replaces the owner's cover or photo in place: upload with progress, cancel, and the new image shown immediately. */
import { services } from '@web/services/services';
import { isHeic } from '@web/lib/files/heic';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { ruleFor } from '@web/uploads/file-rules';
import { isPending } from '@web/uploads/upload-states';
import { useSingleUpload } from '@web/uploads/use-single-upload';
import { cancelUpload } from '@web/uploads/uploads';
import type { Finish } from '@web/uploads/uploads';
import { useAppDispatch } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { avatarReplaced, coverReplaced } from '@web/session/store/user.slice';
import { Button, IconButton } from '@web/ui/actions/button';
import { cx } from '@web/ui/core/cx';
import { CameraIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { Progress } from '@web/ui/feedback/progress';
import { uploadErrorOf } from '@web/ui/forms/upload';
import { useRef, useState } from 'react';
import styles from './picture-field.module.css';

const kinds = {
  cover: { label: 'Replace cover photo', sending: 'Uploading the cover photo', done: 'Cover photo replaced' },
  avatar: { label: 'Replace profile photo', sending: 'Uploading image', done: 'Profile photo replaced' },
} as const;

const rule = ruleFor('avatar');

function fileErrorOf(file: File): string | null {
  if (!rule.accept.split(',').includes(file.type) && !isHeic(file))
    return `${file.name} isn’t supported. Choose a JPEG, PNG, WebP, GIF, AVIF or HEIC file.`;
  return uploadErrorOf(file, rule);
}

interface PictureFieldProps {
  kind: keyof typeof kinds;
  onReplaced: () => void;
}

export function PictureField({ kind, onReplaced }: PictureFieldProps) {
  const { label, sending, done } = kinds[kind];
  const dispatch = useAppDispatch();
  const input = useRef<HTMLInputElement>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const sendCover: Finish = async (cover, options) => {
    const sent = await services.performers['POST /performers/cover/upload']({ files: { cover } }, options);
    dispatch(coverReplaced(sent.cover));
    return sent;
  };
  const sendAvatar: Finish = async (avatar, options) => {
    const sent = await services.performers['POST /performers/avatar/upload']({ files: { avatar } }, options);
    dispatch(avatarReplaced(sent.avatar));
    return sent;
  };
  const { upload, start } = useSingleUpload({
    formKey: kind,
    type: kind,
    finish: async (file, options) => {
      const sent = await (kind === 'cover' ? sendCover(file, options) : sendAvatar(file, options));
      showToast({ text: done, tone: 'ok' });
      onReplaced();
      return sent;
    },
  });

  const handleFile = (file: File | undefined) => {
    if (input.current) input.current.value = '';
    if (!file) return;
    const reason = fileErrorOf(file);
    setFileError(reason);
    if (reason === null) start(file);
  };

  const running = upload !== null && isPending(upload) ? upload : null;
  const error = fileError ?? upload?.reason ?? null;
  const openPicker = () => input.current?.click();
  return (
    <div className={cx(styles.field, styles[kind])}>
      <input
        ref={input}
        className={styles.input}
        type="file"
        accept={rule.accept}
        aria-label={`${label}: choose a file`}
        tabIndex={-1}
        onChange={(event) => handleFile(event.target.files?.[0])}
      />
      {running === null ? <ChooseButton kind={kind} label={label} onPress={openPicker} /> : null}
      {running === null && error === null ? null : (
        <div className={styles.words}>
          {running === null ? null : (
            <>
              <Progress label={sending} percent={running.state === 'converting' ? null : running.percent} />
              <Button size="small" onPress={() => cancelUpload(running.id)}>
                Cancel
              </Button>
            </>
          )}
          {error === null ? null : <Notice tone="danger">{translateMessage(error)}</Notice>}
        </div>
      )}
    </div>
  );
}

/** The cover has room for a label; the small photo only for an icon. */
function ChooseButton({ kind, label, onPress }: { kind: PictureFieldProps['kind']; label: string; onPress: () => void }) {
  if (kind === 'avatar') return <IconButton kind="plain" label={label} icon={<CameraIcon />} onPress={onPress} />;
  return (
    <Button size="small" icon={<CameraIcon />} title="Location data is removed automatically." onPress={onPress}>
      {label}
    </Button>
  );
}
