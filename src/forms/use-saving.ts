/** Saves a part of a screen: one request at a time, with an error message and a success toast. */
import * as messages from '@contract/kernel/messages';
import { useRef, useState } from 'react';
import { serializeError } from '@web/services/serialized-error';
import { showToast } from '@web/ui/feedback/toast-queue';

export interface Saving {
  busy: boolean;
  result: { tone: 'danger'; text: string } | null;
  /** Resolves to whether it was saved; false while another save is pending. An empty `successText` shows no toast. */
  save: (work: () => Promise<unknown>, successText?: string) => Promise<boolean>;
}

export function useSave(): Saving {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Saving['result']>(null);
  const isPending = useRef(false);
  const save: Saving['save'] = async (work, successText = messages.saved) => {
    if (isPending.current) return false;
    isPending.current = true;
    setBusy(true);
    setResult(null);
    try {
      await work();
      if (successText !== '') showToast({ tone: 'ok', text: successText });
      return true;
    } catch (thrown) {
      setResult({ tone: 'danger', text: serializeError(thrown, messages.saveFailed).message });
      return false;
    } finally {
      isPending.current = false;
      setBusy(false);
    }
  };
  return { busy, result, save };
}
