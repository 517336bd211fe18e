/** Saving one part of a screen: one save at a time, its refusal in words, its success as a toast. */
import { messages } from '@contract/kernel/errors';
import { useRef, useState } from 'react';
import { problemOf } from './problem';
import { showToast } from '@web/ui/feedback/toast-queue';

export interface Saving {
  busy: boolean;
  result: { tone: 'danger'; text: string } | null;
  /** Answers whether it was saved. */
  save: (work: () => Promise<unknown>, said?: string) => Promise<boolean>;
}

export function useSaving(): Saving {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Saving['result']>(null);
  const isUnderWay = useRef(false);
  const save: Saving['save'] = async (work, said = messages.saved) => {
    if (isUnderWay.current) return false;
    isUnderWay.current = true;
    setBusy(true);
    setResult(null);
    try {
      await work();
      if (said !== '') showToast({ tone: 'ok', text: said });
      return true;
    } catch (thrown) {
      setResult({ tone: 'danger', text: problemOf(thrown, messages.saveFailed).message });
      return false;
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { busy, result, save };
}
