/** Replacing the own cover or picture in place: chosen, sent with progress, cancelled if wished, shown at once. */
import * as limits from '@contract/kernel/limits';
import { errorMessage } from '@web/lib/i18n/error-message';
import { services } from '@web/services/services';
import { sayWhenAnimated } from '@web/uploads/animation';
import { useIntents } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { avatarReplaced, coverReplaced } from '@web/session/store/user.slice';
import { Button, IconButton } from '@web/ui/actions/button';
import { cx } from '@web/ui/core/cx';
import { CameraIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { Progress } from '@web/ui/feedback/progress';
import { sizeWords } from '@web/ui/forms/upload';
import { useEffect, useRef, useState } from 'react';
import styles from './picture-field.module.css';

const kinds = {
  cover: { label: 'Replace cover', sending: 'Sending the cover', done: 'Cover replaced' },
  avatar: { label: 'Replace picture', sending: 'Sending the picture', done: 'Picture replaced' },
} as const;

const accept = 'image/jpeg,image/png,image/webp,image/gif,image/avif';
const most_bytes = limits.upload_bytes.image;

function refusalOf(file: File): string | null {
  if (!accept.split(',').includes(file.type))
    return `${file.name} is not a picture that can be used here. Choose a JPEG, PNG, WebP, GIF or AVIF file.`;
  return file.size > most_bytes ? `${file.name} is ${sizeWords(file.size)}; the limit is ${sizeWords(most_bytes)}.` : null;
}

interface PictureFieldProps {
  kind: keyof typeof kinds;
  onReplaced: () => void;
}

export function PictureField({ kind, onReplaced }: PictureFieldProps) {
  const { label, sending, done } = kinds[kind];
  const tell = useIntents();
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController | null>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  const send = async (file: File) => {
    const controller = new AbortController();
    running.current = controller;
    const options = { signal: controller.signal, onProgress: (sent: number) => setPercent(sent * 100) };
    setPercent(0);
    try {
      if (kind === 'cover')
        tell(coverReplaced((await services.performers['POST /performers/cover/upload']({ files: { cover: file } }, options)).cover));
      else tell(avatarReplaced((await services.performers['POST /performers/avatar/upload']({ files: { avatar: file } }, options)).avatar));
      showToast({ text: done, tone: 'ok' });
      onReplaced();
    } catch (thrown) {
      if (!controller.signal.aborted) setProblem(errorMessage(thrown));
    } finally {
      if (running.current === controller) running.current = null;
      setPercent(null);
    }
  };

  const take = (file: File | undefined) => {
    if (input.current) input.current.value = '';
    if (!file) return;
    const refusal = refusalOf(file);
    setProblem(refusal);
    if (refusal !== null) return;
    void sayWhenAnimated(file);
    void send(file);
  };

  const choose = () => input.current?.click();
  return (
    <div className={cx(styles.field, styles[kind])}>
      <input
        ref={input}
        className={styles.input}
        type="file"
        accept={accept}
        aria-label={`${label}: choose a file`}
        tabIndex={-1}
        onChange={(event) => take(event.target.files?.[0])}
      />
      {percent === null ? <Choose kind={kind} label={label} onPress={choose} /> : null}
      {percent === null && problem === null ? null : (
        <div className={styles.words}>
          {percent === null ? null : (
            <>
              <Progress label={sending} percent={percent} />
              <Button size="small" onPress={() => running.current?.abort()}>
                Cancel
              </Button>
            </>
          )}
          {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
        </div>
      )}
    </div>
  );
}

/** On the cover there is room for the words; on the small picture only for the sign. */
function Choose({ kind, label, onPress }: { kind: PictureFieldProps['kind']; label: string; onPress: () => void }) {
  if (kind === 'avatar') return <IconButton kind="plain" label={label} icon={<CameraIcon />} onPress={onPress} />;
  return (
    <Button size="small" icon={<CameraIcon />} title="Places that the camera wrote into the file are removed." onPress={onPress}>
      {label}
    </Button>
  );
}
