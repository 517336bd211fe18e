/**
 * Everything on its way, on whatever page one is: how much of it is there, and each file when it is opened. Follows what the
 * host makes ready, and warns before a window is closed that still sends.
 */
import { useRouter } from 'next/router';
import { useCallback, useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { cancelUpload, dropUploads, fileHeard, askAboutFiles, retryUpload, uploadsBelongTo } from '@web/uploads/uploads';
import { useSocketEvent } from '@web/realtime/socket-events';
import { isSettled, isUnderWay, readUploads, useUploads } from '@web/uploads/upload-list';
import type { Upload } from '@web/uploads/upload-list';
import { Button, IconButton } from '@web/ui/actions/button';
import { ChevronDownIcon, CloseIcon, UploadIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { sizeWords, timeLeftWords, UploadRow } from '@web/ui/forms/upload';
import type { RootState } from '../store/store';
import styles from './upload-tray.module.css';

/** Events may be lost on the way, so the host is asked now and then too; often while there is no socket. */
const ask_ms = { connected: 15_000, away: 3000 };
/** So long it says that all is where it belongs before it leaves. */
const leaving_ms = 5000;

export function UploadTray({ accountId }: { accountId: string }) {
  const uploads = useUploads();
  useEffect(() => uploadsBelongTo(accountId), [accountId]);
  const [isOpen, setOpen] = useState(false);
  useSocketEvent('file/processed', fileHeard);
  useAsking(uploads.some(({ state }) => state === 'processing'));
  useClosingWarning(uploads.some(isUnderWay));
  useLeaving(!isOpen && uploads.every(isSettled));
  const close = useCallback(() => setOpen(false), []);
  // The page that they belong to shows them itself.
  const { asPath } = useRouter();
  if (uploads.every(({ href, place }) => href === asPath && place !== '')) return null;
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
          {uploads.every(isOver) ? (
            <IconButton label="Close uploads" icon={<CloseIcon />} onPress={() => dropUploads(uploads.map(({ id }) => id))} />
          ) : null}
        </div>
      )}
    </aside>
  );
}

function OpenTray({ uploads, onClose }: { uploads: readonly Upload[]; onClose: () => void }) {
  const over = uploads.filter(isOver);
  return (
    <div className={styles.open}>
      <header className={styles.head}>
        <strong className={styles.title}>{summaryOf(uploads)}</strong>
        {over.length === 0 ? null : (
          <Button size="small" kind="quiet" onPress={() => dropUploads(over.map(({ id }) => id))}>
            Clear finished
          </Button>
        )}
        <IconButton label="Fold uploads" icon={<ChevronDownIcon />} onPress={onClose} />
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
        size={sizeWords(size)}
        thumbnail={preview}
        state={state}
        percent={percent}
        reason={reason}
        {...(secondsLeft === null ? {} : { timeLeft: timeLeftWords(secondsLeft) })}
        onCancel={() => cancelUpload(id)}
        onRetry={() => retryUpload(id)}
      />
      <div className={styles.ways}>
        <Link className={styles.way} href={href}>
          {state === 'sent' ? 'Finish what it belongs to' : 'Open where it belongs'}
        </Link>
        {isUnderWay(upload) ? null : (
          <IconButton label={`Take ${name} off the list`} icon={<CloseIcon />} onPress={() => dropUploads([id])} />
        )}
      </div>
    </div>
  );
}

const isOver = ({ state }: Upload): boolean => state === 'done' || state === 'cancelled';

const files = (count: number): string => (count === 1 ? '1 file' : `${String(count)} files`);

function summaryOf(uploads: readonly Upload[]): string {
  const bad = uploads.filter(({ state }) => state === 'failed' || state === 'unready').length;
  const sending = uploads.filter(isUnderWay);
  const processing = uploads.filter(({ state }) => state === 'processing').length;
  if (sending.length > 0) return `${files(sending.length)} · ${String(percentOf(sending))} %`;
  if (bad > 0) return `${files(bad)} failed`;
  if (processing > 0) return `Processing ${files(processing)}`;
  const sent = uploads.filter(({ state }) => state !== 'cancelled').length;
  return sent === 0 ? `${files(uploads.length)} cancelled` : `${files(sent)} sent`;
}

function percentOf(uploads: readonly Upload[]): number {
  const size = uploads.reduce((sum, upload) => sum + upload.size, 0);
  const there = uploads.reduce((sum, upload) => sum + (upload.size * upload.percent) / 100, 0);
  return size === 0 ? 0 : Math.round((there / size) * 100);
}

function useAsking(isNeeded: boolean): void {
  const isConnected = useSelector((state: RootState) => state.socket.status === 'connected');
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => void askAboutFiles(), isConnected ? ask_ms.connected : ask_ms.away);
    return () => clearInterval(timer);
  }, [isNeeded, isConnected]);
}

/** Once everything is where it belongs, and nobody looks at the rows, there is nothing left to say. */
function useLeaving(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setTimeout(
      () =>
        dropUploads(
          readUploads()
            .filter(isSettled)
            .map(({ id }) => id),
        ),
      leaving_ms,
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
