/** Choosing files and watching them go: wrong files are refused by name before anything is sent. */
import { useId, useRef, useState } from 'react';
import { numberFormat } from '@web/lib/intl';
import { said } from '@web/lib/said';
import { IconButton } from '../actions/button';
import { cx } from '../core/cx';
import { CloseIcon, FileIcon, OkIcon, RetryIcon, UploadIcon } from '../icons/icons';
import { Notice } from '../feedback/notice';
import { Progress } from '../feedback/progress';
import styles from './upload.module.css';

export type UploadState = 'chosen' | 'queued' | 'waiting' | 'sending' | 'sent' | 'processing' | 'done' | 'failed' | 'unready' | 'cancelled';

export interface UploadRowProps {
  name: string;
  /** Size in words, such as "2.4 MB". */
  size?: string;
  /** Address of a small picture of the file. */
  thumbnail?: string | null | undefined;
  state: UploadState;
  /** 0 to 100 while it is sent or processed. */
  percent?: number | null;
  timeLeft?: string;
  /** Why it failed: the file's rule and limit, in words. */
  reason?: string | null | undefined;
  onCancel?: () => void;
  onRetry?: () => void;
}

const stateWords: Record<UploadState, string> = {
  chosen: 'Chosen',
  queued: 'Waits its turn',
  waiting: 'Waiting for connection',
  sending: 'Sending',
  sent: 'Sent',
  processing: 'Processing',
  done: 'Done',
  failed: 'Not sent',
  unready: 'Could not be made ready',
  cancelled: 'Stopped',
};

const stoppable: readonly UploadState[] = ['queued', 'waiting', 'sending'];
const repeatable: readonly UploadState[] = ['failed', 'unready', 'cancelled'];

export function UploadRow({ name, size, thumbnail, state, percent = null, timeLeft, reason, onCancel, onRetry }: UploadRowProps) {
  const running = state === 'sending' || state === 'processing';
  return (
    <div className={cx(styles.row, (state === 'failed' || state === 'unready') && styles.failed)}>
      {thumbnail ? (
        <img className={styles.thumbnail} src={thumbnail} alt="" width={48} height={48} />
      ) : (
        <span className={styles.thumbnail}>
          <FileIcon />
        </span>
      )}
      <div className={styles.words}>
        <span className={styles.name}>
          <span className={styles.fileName}>{name}</span>
          {size ? <span className={styles.size}>{size}</span> : null}
        </span>
        {running ? (
          <Progress
            label={`${stateWords[state]} ${name}`}
            labelHidden
            percent={percent}
            {...(timeLeft === undefined ? {} : { timeLeft })}
          />
        ) : null}
        <span className={styles.state} role="status">
          {state === 'done' ? <OkIcon className={styles.ok} /> : null}
          {stateWords[state]}
          {running && percent !== null ? ` · ${Math.round(percent)} %` : ''}
          {running && timeLeft ? ` · ${timeLeft}` : ''}
          {reason ? `: ${said(reason)}` : ''}
        </span>
      </div>
      {onRetry && repeatable.includes(state) ? <IconButton label={`Retry ${name}`} icon={<RetryIcon />} onPress={onRetry} /> : null}
      {onCancel && stoppable.includes(state) ? <IconButton label={`Cancel ${name}`} icon={<CloseIcon />} onPress={onCancel} /> : null}
    </div>
  );
}

export interface DropZoneProps {
  label: string;
  hint?: string;
  /** Kinds of files as an input takes them, such as `image/png,image/jpeg`. */
  accept: string;
  /** The most bytes of one file. */
  sizeMax: number;
  countMax?: number;
  /** Opens the camera at once on phones. */
  capture?: 'user' | 'environment';
  disabled?: boolean;
  error?: string | undefined;
  /** The files that may be sent; refused ones are named in the zone itself. */
  onFiles: (files: File[]) => void;
}

const oneDecimal = (amount: number): string =>
  numberFormat(undefined, { maximumFractionDigits: 1, minimumFractionDigits: Number.isInteger(amount) ? 0 : 1 }).format(amount);

/** A size as people read it: whole kilobytes, megabytes and gigabytes with one decimal. */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${Math.round(bytes / 1024)} KB`;
  const megabytes = bytes / 1_048_576;
  return megabytes < 1024 ? `${oneDecimal(megabytes)} MB` : `${oneDecimal(megabytes / 1024)} GB`;
}

/** What is left of an upload, as roughly as it is known. */
export function timeLeftWords(seconds: number): string {
  if (seconds < 60) return `${String(seconds)} s left`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${String(minutes)} min left` : `${String(Math.round(minutes / 60))} h left`;
}

function accepts(accept: string, file: File): boolean {
  const kinds = accept.split(',').map((kind) => kind.trim().toLowerCase());
  if (kinds.includes('*/*')) return true;
  const type = file.type.toLowerCase();
  return kinds.some((kind) => {
    if (kind.startsWith('.')) return file.name.toLowerCase().endsWith(kind);
    return kind.endsWith('/*') ? type.startsWith(kind.slice(0, -1)) : type === kind;
  });
}

/** Why a file cannot be sent, named with its rule and limit; null when it can. */
export function refusalOf(file: File, { accept, sizeMax }: Pick<DropZoneProps, 'accept' | 'sizeMax'>): string | null {
  if (!accepts(accept, file)) return `${file.name} is not a kind of file that can be used here.`;
  if (file.size > sizeMax) return `${file.name} is ${sizeWords(file.size)}; the limit is ${sizeWords(sizeMax)}.`;
  return file.size === 0 ? `${file.name} is empty.` : null;
}

export function DropZone({ label, hint, accept, sizeMax, countMax = 1, capture, disabled = false, error, onFiles }: DropZoneProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [refusals, setRefusals] = useState<string[]>([]);

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length === 0) return;
    const refused = files.map((file) => refusalOf(file, { accept, sizeMax }));
    const good = files.filter((_, index) => refused[index] === null);
    const surplus =
      good.length > countMax ? [countMax === 1 ? 'Only the first file was taken.' : `Only the first ${countMax} files were taken.`] : [];
    setRefusals([...refused.filter((reason) => reason !== null), ...surplus]);
    if (good.length > 0) onFiles(good.slice(0, countMax));
    if (input.current) input.current.value = '';
  };

  return (
    <div className={styles.zoneFrame}>
      <label
        className={cx(styles.zone, over && styles.over, error && styles.wrong, disabled && styles.disabled)}
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!disabled);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (!disabled) take(event.dataTransfer.files);
        }}
      >
        <input
          ref={input}
          id={id}
          type="file"
          className="visually-hidden"
          accept={accept}
          multiple={countMax > 1}
          capture={capture}
          disabled={disabled}
          aria-label={label}
          aria-describedby={`${id}-hint`}
          aria-invalid={error ? true : undefined}
          onChange={(event) => take(event.target.files)}
        />
        <UploadIcon className={styles.zoneIcon} />
        <span className={styles.zoneLabel}>{label}</span>
        <span className={styles.zoneHint} id={`${id}-hint`}>
          {hint ?? `Up to ${sizeWords(sizeMax)}`}
          {error ? <span className={styles.zoneError}>{error}</span> : null}
        </span>
      </label>
      {refusals.length > 0 ? (
        <Notice tone="danger">
          {refusals.map((reason) => (
            <div key={reason}>{reason}</div>
          ))}
        </Notice>
      ) : null}
    </div>
  );
}
