/** Reloads the fan panel when the fan has paid for something in the thread, because it shows their spending. */
import { useEffect, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { isResponseOf } from '@web/services/use-endpoint';
import type { Message } from '../store/chat';

const isFanResponse = isResponseOf('GET /performer/fans/:id');

/** `items` are the thread with the fan. Reloads only data that a panel has loaded before. */
export function useRefreshFanPanel(items: readonly Message[]): void {
  const { mutate } = useSWRConfig();
  const paidCount = items.filter(({ isBought, tip }) => isBought || tip !== null).length;
  const previous = useRef(paidCount);
  useEffect(() => {
    if (previous.current === paidCount) return;
    previous.current = paidCount;
    void mutate(isFanResponse);
  }, [mutate, paidCount]);
}
