/** A drop zone and upload rows. Invalid files are rejected before the upload, with an error that names the file. */
import { useEffect, useId, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { toSupportedImage, heicTypes, heicErrorMessage, isHeic } from '@web/lib/files/heic';
import { formatPercent } from '@web/lib/i18n/counts';
import { numberFormat } from '@web/lib/i18n/intl';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { IconButton } from '../actions/button';
import { cx } from '../core/cx';
import { CloseIcon, FileIcon, OkIcon, RetryIcon, UploadIcon } from '../icons/icons';
import { Notice } from '../feedback/notice';
import { Progress } from '../feedback/progress';
import styles from './upload.module.css';

export type UploadState =
  | 'chosen'
  | 'converting'
  | 'queued'
  | 'waiting'
  | 'sending'
  | 'sent'
  | 'processing'
  | 'done'
  | 'failed'
  | 'processingFailed'
  | 'cancelled';

export interface UploadRowProps {
  name: string;
  /** The formatted size, such as "2.4 MB". */
  size?: string;
  /** The URL of a thumbnail. */
  thumbnail?: string | null | undefined;
  state: UploadState;
  /** 0 to 100 while sending or processing. */
  percent?: number | null;
  timeLeft?: string;
  /** The error message. */
  reason?: string | null | undefined;
  onCancel?: () => void;
  onRetry?: () => void;
}

const stateLabels: Record<UploadState, string> = {
  chosen: 'Selected',
  converting: 'Converting to JPEG',
  queued: 'Queued',
  waiting: 'Waiting for connection',
  sending: 'Sending',
  sent: 'Sent',
  processing: 'Processing',
  done: 'Done',
  failed: 'Upload failed',
  processingFailed: 'Processing failed',
  cancelled: 'Stopped',
};

const cancelable: readonly UploadState[] = ['converting', 'queued', 'waiting', 'sending'];
const retryable: readonly UploadState[] = ['failed', 'processingFailed', 'cancelled'];

export function UploadRow({
  name,
  size,
  thumbnail,
  state,
  percent: reportedPercent = null,
  timeLeft,
  reason,
  onCancel,
  onRetry,
}: UploadRowProps) {
  const running = state === 'converting' || state === 'sending' || state === 'processing';
  // The progress of a conversion is unknown.
  const percent = state === 'converting' ? null : reportedPercent;
  return (
    <div className={cx(styles.row, (state === 'failed' || state === 'processingFailed') && styles.failed)}>
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
            label={`${stateLabels[state]} ${name}`}
            labelHidden
            percent={percent}
            {...(timeLeft === undefined ? {} : { timeLeft })}
          />
        ) : null}
        <span className={styles.state} role="status">
          {state === 'done' ? <OkIcon className={styles.ok} /> : null}
          {stateLabels[state]}
          {running && percent !== null ? ` · ${formatPercent(percent / 100)}` : ''}
          {running && timeLeft ? ` · ${timeLeft}` : ''}
          {reason ? `: ${translateMessage(reason)}` : ''}
        </span>
      </div>
      {onRetry && retryable.includes(state) ? <IconButton label={`Retry ${name}`} icon={<RetryIcon />} onPress={onRetry} /> : null}
      {onCancel && cancelable.includes(state) ? <IconButton label={`Cancel ${name}`} icon={<CloseIcon />} onPress={onCancel} /> : null}
    </div>
  );
}

export interface DropZoneProps {
  label: string;
  hint?: string;
  /** Accepted types in the format of the `accept` attribute, such as `image/png,image/jpeg`. */
  accept: string;
  /** Bytes per file. */
  sizeMax: number;
  countMax?: number;
  /** Opens the camera directly on phones. */
  capture?: 'user' | 'environment';
  disabled?: boolean;
  error?: string | undefined;
  ref?: Ref<{ focus: () => void }>;
  /** Called with the valid files. The zone itself shows the rejected ones. */
  onFiles: (files: File[]) => void;
}

const oneDecimal = (amount: number): string =>
  numberFormat(undefined, { maximumFractionDigits: 1, minimumFractionDigits: Number.isInteger(amount) ? 0 : 1 }).format(amount);

/** Formats a size: whole kilobytes, or megabytes and gigabytes with one decimal. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1_048_576) return `${Math.round(bytes / 1024)} KB`;
  const megabytes = bytes / 1_048_576;
  return megabytes < 1024 ? `${oneDecimal(megabytes)} MB` : `${oneDecimal(megabytes / 1024)} GB`;
}

/** The rounded time left of an upload. */
export function timeLeftText(seconds: number): string {
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

/** Why a file cannot be uploaded, with its name and limit; null if it can. */
export function uploadErrorOf(file: File, { accept, sizeMax }: Pick<DropZoneProps, 'accept' | 'sizeMax'>): string | null {
  if (!accepts(accept, file)) return `${file.name} isn’t a supported file type. Choose another file.`;
  if (file.size > sizeMax) return `${file.name} is ${sizeText(file.size)}; the limit is ${sizeText(sizeMax)}.`;
  return file.size === 0 ? `${file.name} is empty. Choose another file.` : null;
}

/** Converts HEIC photos to JPEG, one at a time; aborted on unmount. */
function useConversion() {
  const [name, setName] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const run = async (files: readonly File[]): Promise<{ converted: File[]; errors: string[] }> => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const [converted, errors]: [File[], string[]] = [[], []];
    for (const file of files) {
      if (isHeic(file)) setName(file.name);
      try {
        converted.push(await toSupportedImage(file, controller.signal));
      } catch (thrown) {
        if (controller.signal.aborted) return { converted: [], errors: [] };
        errors.push(heicErrorMessage(thrown, `Couldn’t read ${file.name}. Choose another file.`));
      }
    }
    setName(null);
    return { converted, errors };
  };
  const stop = () => {
    running.current?.abort();
    setName(null);
  };
  return { name, run, stop };
}

export function DropZone({ label, hint, accept, sizeMax, countMax = 1, capture, disabled = false, error, ref, onFiles }: DropZoneProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }), []);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const [rejections, setRejections] = useState<string[]>([]);

  const conversion = useConversion();

  const addFiles = async (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length === 0) return;
    if (input.current) input.current.value = '';
    const reasons = files.map((file) => uploadErrorOf(file, { accept, sizeMax }));
    const valid = files.filter((_, index) => reasons[index] === null);
    const surplus =
      valid.length > countMax ? [countMax === 1 ? 'Only the first file was added.' : `Only the first ${countMax} files were added.`] : [];
    const messages = [...reasons.filter((reason) => reason !== null), ...surplus];
    setRejections(messages);
    const chosen = valid.slice(0, countMax);
    // Only fields whose `accept` includes `heicTypes` convert HEIC photos; other fields take files unchanged.
    if (!accept.includes(heicTypes) || !chosen.some(isHeic)) {
      if (chosen.length > 0) onFiles(chosen);
      return;
    }
    const { converted, errors } = await conversion.run(chosen);
    setRejections([...messages, ...errors]);
    if (converted.length > 0) onFiles(converted);
  };

  return (
    <div className={styles.zoneFrame}>
      <label
        className={cx(styles.zone, isDraggedOver && styles.over, error && styles.wrong, disabled && styles.disabled)}
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setDraggedOver(!disabled);
        }}
        onDragLeave={() => setDraggedOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setDraggedOver(false);
          if (!disabled) void addFiles(event.dataTransfer.files);
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
          onChange={(event) => void addFiles(event.target.files)}
        />
        <UploadIcon className={styles.zoneIcon} />
        <span className={styles.zoneLabel}>{label}</span>
        <span className={styles.zoneHint} id={`${id}-hint`}>
          {hint ?? `Up to ${sizeText(sizeMax)}`}
          {error ? <span className={styles.zoneError}>{error}</span> : null}
        </span>
      </label>
      {conversion.name === null ? null : <UploadRow name={conversion.name} state="converting" onCancel={conversion.stop} />}
      {rejections.length > 0 ? (
        <Notice tone="danger">
          {rejections.map((reason) => (
            <div key={reason}>{reason}</div>
          ))}
        </Notice>
      ) : null}
    </div>
  );
}
