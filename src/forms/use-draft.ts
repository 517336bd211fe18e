/** Drafts on a screen: restored when it opens, saved 300 ms after the last key, and when the screen goes away before that. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { get, useForm } from 'react-hook-form';
import type { FieldValues, UseFormProps, UseFormRegister, UseFormReturn } from 'react-hook-form';
import { forgetDraft, guestDrafts, readDraft, saveDraft } from '@web/session/drafts';
import { useAccountId } from '@web/session/store/hooks';

const pause_ms = 300;

interface Keeper {
  save: (draft: unknown) => void;
  forget: () => void;
}

/** Saves late and forgets at once; `restore` is called with a draft that was found. */
function useKeeper(place: string, restore: (draft: unknown) => void): Keeper {
  const accountId = useAccountId() ?? guestDrafts;
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; flush: () => void } | null>(null);
  const restoring = useRef(restore);
  useEffect(() => {
    restoring.current = restore;
  });

  const stop = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
  }, []);

  useEffect(() => {
    const found = readDraft(accountId, place);
    if (found !== undefined) {
      // What a part of the screen has changed before this was known must not be written over it.
      stop();
      restoring.current(found);
    }
    const flush = () => waiting.current?.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [accountId, place, stop]);

  const save = useCallback(
    (draft: unknown) => {
      stop();
      const flush = () => {
        stop();
        saveDraft(accountId, place, draft);
      };
      waiting.current = { timer: setTimeout(flush, pause_ms), flush };
    },
    [accountId, place, stop],
  );
  const forget = useCallback(() => {
    stop();
    forgetDraft(accountId, place);
  }, [accountId, place, stop]);

  return { save, forget };
}

/** One text that survives: `[text, write, forget]`. Call `forget` when it was sent. */
export function useTextDraft(place: string): [text: string, write: (text: string) => void, forget: () => void] {
  const [text, setText] = useState('');
  const { save, forget } = useKeeper(place, (draft) => {
    if (typeof draft === 'string') setText(draft);
  });
  const write = useCallback(
    (next: string) => {
      setText(next);
      save(next);
    },
    [save],
  );
  return [text, write, forget];
}

const asKept = <T>(draft: T): T => draft;

/**
 * Values that a screen keeps by itself and that survive: `[values, change, forget]`. Fields that a draft lacks are those of `first`.
 * `restored` brings a draft of an older release into the form of today's.
 */
export function useValueDraft<T extends object>(
  place: string,
  first: T,
  restored: (draft: Partial<T>) => Partial<T> = asKept,
): [values: T, change: (next: Partial<T>) => void, forget: () => void] {
  const [values, setValues] = useState(first);
  const latest = useRef(first);
  const { save, forget } = useKeeper(place, (draft) => {
    latest.current = { ...first, ...restored(draft as Partial<T>) };
    setValues(latest.current);
  });
  const change = useCallback(
    (next: Partial<T>) => {
      // Several changes may come before the next drawing.
      latest.current = { ...latest.current, ...next };
      setValues(latest.current);
      save(latest.current);
    },
    [save],
  );
  return [values, change, forget];
}

interface FormDraft<T extends FieldValues> {
  place: string;
  /** Fields that are never kept: passwords, files, codes. */
  except?: readonly (keyof T & string)[];
}

/**
 * The form's own `register`, which writes into fields once scripts run, and what the page draws before: the same texts, so that
 * a long one does not grow its field later. Boxes to tick are left to the form, which would read a draft's from them.
 */
function registerDrawn<T extends FieldValues>({ register, formState }: UseFormReturn<T>): UseFormRegister<T> {
  const first = formState.defaultValues;
  return (name, options) => {
    const text: unknown = get(first, name);
    return { ...register(name, options), ...(typeof text === 'string' && text !== '' && { defaultValue: text }) };
  };
}

/** `useForm` whose fields survive. Call `forgetDraft` when the form was sent. */
export function useDraftedForm<T extends FieldValues>(
  props: UseFormProps<T>,
  { place, except = [] }: FormDraft<T>,
): UseFormReturn<T> & { forgetDraft: () => void } {
  const form = useForm<T>(props);
  const { save, forget } = useKeeper(place, (draft) => {
    // The defaults stay what they were, so that restored fields count as changed.
    form.reset({ ...form.getValues(), ...(draft as Partial<T>) }, { keepDefaultValues: true });
  });
  const excluded = useRef(except);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          if (name === undefined) return;
          save(Object.fromEntries(Object.entries(values).filter(([key]) => !excluded.current.includes(key as keyof T & string))));
        },
      }),
    [form, save],
  );
  return { ...form, register: registerDrawn(form), forgetDraft: forget };
}
