/** Short words that pass: one at a time above the tab bar, read out politely, held by focus or hover. */
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import * as limits from '@contract/kernel/limits';
import { Button, IconButton } from '../actions/button';
import { cx } from '../core/cx';
import { CloseIcon, DangerIcon, OkIcon } from '../icons/icons';
import styles from './toasts.module.css';

export interface Toast {
  id: string;
  text: string;
  tone?: 'ok' | 'danger' | 'plain';
  /** Offers to take it back, and stays longer. */
  onUndo?: () => void;
  /** Offers to go where it is about, and stays longer too. */
  way?: { label: string; href: string; onGo: () => void };
}

export interface ToastsProps {
  /** The first is shown; the others wait. */
  queue: readonly Toast[];
  /** Time is over, or the person closed it: take it out of the queue. */
  onGone: (id: string) => void;
}

/** Calls back once `duration_ms` have passed, not counting the time that it is held. */
function useHeldTimer(duration_ms: number, onEnd: () => void) {
  const [held, setHeld] = useState(false);
  const left = useRef(duration_ms);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    if (held) return;
    const from = performance.now();
    const timer = setTimeout(() => latest.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - from;
    };
  }, [held]);
  return { hold: useCallback(() => setHeld(true), []), release: useCallback(() => setHeld(false), []) };
}

const icons: Record<NonNullable<Toast['tone']>, ReactNode> = {
  ok: <OkIcon className={styles.ok} />,
  danger: <DangerIcon className={styles.danger} />,
  plain: null,
};

/** Where nothing hovers, a pointer that has entered may never be seen to leave. */
const canHover = (): boolean => window.matchMedia('(hover: hover)').matches;

function ToastLine({ toast, seconds, onGone }: { toast: Toast; seconds: number; onGone: () => void }) {
  const { hold, release } = useHeldTimer(seconds * 1000, onGone);
  return (
    <div className={styles.toast} onPointerEnter={() => canHover() && hold()} onPointerLeave={release} onFocus={hold} onBlur={release}>
      {icons[toast.tone ?? 'plain']}
      <span className={styles.text}>{toast.text}</span>
      {toast.onUndo ? (
        <Button
          kind="quiet"
          size="small"
          onPress={() => {
            toast.onUndo?.();
            onGone();
          }}
        >
          Undo
        </Button>
      ) : null}
      {toast.way ? (
        <Button
          kind="quiet"
          size="small"
          href={toast.way.href}
          onPress={() => {
            toast.way?.onGo();
            onGone();
          }}
        >
          {toast.way.label}
        </Button>
      ) : null}
      <IconButton label="Dismiss" icon={<CloseIcon />} onPress={onGone} />
    </div>
  );
}

export function Toasts({ queue, onGone }: ToastsProps) {
  const toast = queue[0];
  const seconds = toast?.onUndo || toast?.way ? limits.undo_s : limits.toast_ms / 1000;
  return (
    <div className={cx(styles.place)} role="status" aria-live="polite" aria-atomic="true">
      {toast ? <ToastLine key={toast.id} toast={toast} seconds={seconds} onGone={() => onGone(toast.id)} /> : null}
    </div>
  );
}

/** A toast that a screen keeps by itself: what was done, and the way back. */
export function UndoToast({ text, onUndo, onGone }: { text: string; onUndo: () => void; onGone: () => void }) {
  return <Toasts queue={[{ id: text, text, onUndo }]} onGone={onGone} />;
}
