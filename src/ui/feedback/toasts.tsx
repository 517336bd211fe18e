/** Toasts: one at a time above the tab bar, announced politely, paused by focus or hover. */
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import * as limits from '@contract/kernel/limits';
import { Button, IconButton } from '../actions/button';
import { cx } from '../core/cx';
import { CloseIcon, DangerIcon, OkIcon } from '../icons/icons';
import type { QueuedToast } from './toast-queue';
import styles from './toasts.module.css';

export interface ToastsProps {
  /** The first toast is shown. */
  queue: readonly QueuedToast[];
  /** The toast has expired or was closed: remove it from the queue. */
  onClosed: (id: string) => void;
}

/** Calls `onEnd` after `duration_ms`, not counting the time while paused. */
function usePausableTimer(duration_ms: number, onEnd: () => void) {
  const [isPaused, setPaused] = useState(false);
  const left_ms = useRef(duration_ms);
  const latestOnEnd = useRef(onEnd);
  useEffect(() => {
    latestOnEnd.current = onEnd;
  });
  useEffect(() => {
    if (isPaused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => latestOnEnd.current(), left_ms.current);
    return () => {
      clearTimeout(timer);
      left_ms.current -= performance.now() - startedAt;
    };
  }, [isPaused]);
  return { pause: useCallback(() => setPaused(true), []), resume: useCallback(() => setPaused(false), []) };
}

const icons: Record<NonNullable<QueuedToast['tone']>, ReactNode> = {
  ok: <OkIcon className={styles.ok} />,
  danger: <DangerIcon className={styles.danger} />,
  plain: null,
};

/** Without hover (touch), `pointerleave` may never fire. */
const canHover = (): boolean => window.matchMedia('(hover: hover)').matches;

function ToastLine({ toast, seconds, onClosed }: { toast: QueuedToast; seconds: number; onClosed: () => void }) {
  const { pause, resume } = usePausableTimer(seconds * 1000, onClosed);
  return (
    <div className={styles.toast} onPointerEnter={() => canHover() && pause()} onPointerLeave={resume} onFocus={pause} onBlur={resume}>
      {icons[toast.tone ?? 'plain']}
      <span className={styles.text}>{toast.text}</span>
      {toast.onUndo ? (
        <Button
          kind="quiet"
          size="small"
          onPress={() => {
            toast.onUndo?.();
            onClosed();
          }}
        >
          Undo
        </Button>
      ) : null}
      {toast.link ? (
        <Button
          kind="quiet"
          size="small"
          href={toast.link.href}
          onPress={() => {
            toast.link?.onFollow();
            onClosed();
          }}
        >
          {toast.link.label}
        </Button>
      ) : null}
      <IconButton label="Dismiss" icon={<CloseIcon />} onPress={onClosed} />
    </div>
  );
}

export function Toasts({ queue, onClosed }: ToastsProps) {
  const toast = queue[0];
  const seconds = toast?.onUndo || toast?.link ? limits.undo_s : limits.toast_ms / 1000;
  return (
    <div className={cx(styles.place)} role="status" aria-live="polite" aria-atomic="true">
      {toast ? <ToastLine key={toast.id} toast={toast} seconds={seconds} onClosed={() => onClosed(toast.id)} /> : null}
    </div>
  );
}

/** A toast with undo that a screen renders itself. */
export function UndoToast({ text, onUndo, onClosed }: { text: string; onUndo: () => void; onClosed: () => void }) {
  return <Toasts queue={[{ id: text, text, onUndo }]} onClosed={onClosed} />;
}
