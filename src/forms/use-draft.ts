/** Form drafts: restored on mount, and saved 300 ms after the last keystroke or on unmount. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { removeDraft, guestDrafts, readDraft, saveDraft } from '@web/device/drafts';
import { useAccountId } from '@web/session/store/hooks';

const saveDelay_ms = 300;

interface DraftStore {
  save: (draft: unknown) => void;
  remove: () => void;
}

/** Saves with a delay and removes immediately. `restore` is called with the stored draft, if there is one. */
export function useDraftStorage(draftKey: string, restore: (draft: unknown) => void): DraftStore {
  const accountId = useAccountId() ?? guestDrafts;
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; flush: () => void } | null>(null);
  const restoring = useRef(restore);
  useEffect(() => {
    restoring.current = restore;
  });

  const stop = useCallback(() => {
    if (pending.current) clearTimeout(pending.current.timer);
    pending.current = null;
  }, []);

  useEffect(() => {
    const found = readDraft(accountId, draftKey);
    if (found !== undefined) {
      // A pending change of the initial values must not overwrite the stored draft.
      stop();
      restoring.current(found);
    }
    const flush = () => pending.current?.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [accountId, draftKey, stop]);

  const save = useCallback(
    (draft: unknown) => {
      stop();
      const flush = () => {
        stop();
        saveDraft(accountId, draftKey, draft);
      };
      pending.current = { timer: setTimeout(flush, saveDelay_ms), flush };
    },
    [accountId, draftKey, stop],
  );
  const remove = useCallback(() => {
    stop();
    removeDraft(accountId, draftKey);
  }, [accountId, draftKey, stop]);

  return { save, remove };
}

/** A text with a draft: `[text, write, removeDraft]`. Call `removeDraft` after sending. */
export function useTextDraft(draftKey: string): [text: string, write: (text: string) => void, removeDraft: () => void] {
  const [text, setText] = useState('');
  const { save, remove } = useDraftStorage(draftKey, (draft) => {
    if (typeof draft === 'string') setText(draft);
  });
  const write = useCallback(
    (next: string) => {
      setText(next);
      save(next);
    },
    [save],
  );
  return [text, write, remove];
}

const unchanged = <T>(draft: T): T => draft;

/**
 * Values with a draft: `[values, change, removeDraft]`. Fields that a draft lacks are taken from `initialValues`. `migrate` converts a
 * draft of an older release.
 */
export function useValueDraft<T extends object>(
  draftKey: string,
  initialValues: T,
  migrate: (draft: Partial<T>) => Partial<T> = unchanged,
): [values: T, change: (next: Partial<T>) => void, removeDraft: () => void] {
  const [values, setValues] = useState(initialValues);
  const latest = useRef(initialValues);
  const { save, remove } = useDraftStorage(draftKey, (draft) => {
    latest.current = { ...initialValues, ...migrate(draft as Partial<T>) };
    setValues(latest.current);
  });
  const change = useCallback(
    (next: Partial<T>) => {
      // `change` may be called several times before the next render.
      latest.current = { ...latest.current, ...next };
      setValues(latest.current);
      save(latest.current);
    },
    [save],
  );
  return [values, change, remove];
}
