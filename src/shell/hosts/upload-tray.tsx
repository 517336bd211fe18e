/**
 * The upload tray on every page: a summary, and each file when it is opened. It tracks the server's processing, and warns before a
 * window with pending uploads is closed.
 */
import { formatPercent } from '@web/lib/i18n/counts';
import { useRouter } from 'next/router';
import { useCallback, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { cancelUpload, discardUploads, applyFileState, refetchFiles, retryUpload, setUploadsOwner } from '@web/uploads/uploads';
import { useSocketEvent } from '@web/realtime/socket-events';
import { readUploads, useUploads } from '@web/uploads/upload-list';
import { isSettled, isPending } from '@web/uploads/upload-states';
import type { Upload } from '@web/uploads/upload-list';
import { Button, IconButton } from '@web/ui/actions/button';
import { ChevronDownIcon, CloseIcon, UploadIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { sizeText, timeLeftText, UploadRow } from '@web/ui/forms/upload';
import type { RootState } from '../store/store';
import styles from './upload-tray.module.css';

/** Polling interval, since events may be lost. Shorter without a socket connection. */
const poll_ms = { connected: 15_000, disconnected: 3000 };
/** The tray closes this long after all uploads have settled. */
const closeDelay_ms = 5000;

export function UploadTray({ accountId }: { accountId: string }) {
  const uploads = useUploads();
  useEffect(() => setUploadsOwner(accountId), [accountId]);
  const [isOpen, setOpen] = useState(false);
  useSocketEvent('file/processed', applyFileState);
  usePolling(uploads.some(({ state }) => state === 'processing'));
  useClosingWarning(uploads.some(isPending));
  useAutoClose(!isOpen && uploads.every(isSettled));
  const close = useCallback(() => setOpen(false), []);
  // The page that started the uploads shows them itself.
  const { asPath } = useRouter();
  if (uploads.every(({ href, formKey }) => href === asPath && formKey !== '')) return null;
  return (
    <aside className={styles.tray} aria-label="Uploads">
      {isOpen ? (
        <OpenTray uploads={uploads} onClose={close} />
      ) : (
        <div className={styles.folded}>
          <button type="button" className={styles.pill} aria-expanded={false} onClick={() => setOpen(true)}>
            <UploadIcon />
            {summaryOf(uploads)}
          </button>
          {uploads.every(isFinished) ? (
            <IconButton label="Close uploads" icon={<CloseIcon />} onPress={() => discardUploads(uploads.map(({ id }) => id))} />
          ) : null}
        </div>
      )}
    </aside>
  );
}

function OpenTray({ uploads, onClose }: { uploads: readonly Upload[]; onClose: () => void }) {
  const finished = uploads.filter(isFinished);
  return (
    <div className={styles.open}>
      <header className={styles.head}>
        <strong className={styles.title}>{summaryOf(uploads)}</strong>
        {finished.length === 0 ? null : (
          <Button size="small" kind="quiet" onPress={() => discardUploads(finished.map(({ id }) => id))}>
            Clear finished
          </Button>
        )}
        <IconButton label="Minimize uploads" icon={<ChevronDownIcon />} onPress={onClose} />
      </header>
      <ul className={styles.rows}>
        {uploads.map((upload) => (
          <li key={upload.id}>
            <TrayRow upload={upload} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function TrayRow({ upload }: { upload: Upload }) {
  const { id, name, size, preview, state, percent, secondsLeft, reason, href } = upload;
  return (
    <div className={styles.row}>
      <UploadRow
        name={name}
        size={sizeText(size)}
        thumbnail={preview}
        state={state}
        percent={percent}
        reason={reason}
        {...(secondsLeft === null ? {} : { timeLeft: timeLeftText(secondsLeft) })}
        onCancel={() => cancelUpload(id)}
        onRetry={() => retryUpload(id)}
      />
      <div className={styles.actions}>
        <Link className={styles.action} href={href}>
          {state === 'sent' ? 'Continue editing' : 'Open page'}
        </Link>
        {isPending(upload) ? null : (
          <IconButton label={`Remove ${name} from the list`} icon={<CloseIcon />} onPress={() => discardUploads([id])} />
        )}
      </div>
    </div>
  );
}

const isFinished = ({ state }: Upload): boolean => state === 'done' || state === 'cancelled';

const files = (count: number): string => (count === 1 ? '1 file' : `${String(count)} files`);

function summaryOf(uploads: readonly Upload[]): string {
  const failed = uploads.filter(({ state }) => state === 'failed' || state === 'processingFailed').length;
  const sending = uploads.filter(isPending);
  const processing = uploads.filter(({ state }) => state === 'processing').length;
  if (sending.length > 0) return `${files(sending.length)} · ${formatPercent(percentOf(sending) / 100)}`;
  if (failed > 0) return `${files(failed)} failed`;
  if (processing > 0) return `Processing ${files(processing)}`;
  const sent = uploads.filter(({ state }) => state !== 'cancelled').length;
  return sent === 0 ? `${files(uploads.length)} canceled` : `${files(sent)} uploaded`;
}

function percentOf(uploads: readonly Upload[]): number {
  const size = uploads.reduce((sum, upload) => sum + upload.size, 0);
  const done = uploads.reduce((sum, upload) => sum + (upload.size * upload.percent) / 100, 0);
  return size === 0 ? 0 : Math.round((done / size) * 100);
}

function usePolling(isNeeded: boolean): void {
  const isConnected = useSelector((state: RootState) => state.socket.status === 'connected');
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => void refetchFiles(), isConnected ? poll_ms.connected : poll_ms.disconnected);
    return () => clearInterval(timer);
  }, [isNeeded, isConnected]);
}

/** Removes settled uploads after a delay, unless the tray is open. */
function useAutoClose(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setTimeout(
      () =>
        discardUploads(
          readUploads()
            .filter(isSettled)
            .map(({ id }) => id),
        ),
      closeDelay_ms,
    );
    return () => clearTimeout(timer);
  }, [isNeeded]);
}

function useClosingWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}
