/** What a performer knows of a fan is asked anew when the fan has paid for something in the thread: it says what she spent. */
import { useEffect, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { isAnswerOf } from '@web/services/use-endpoint';
import type { Message } from '../talk/messages/store/chat';

const isFan = isAnswerOf('GET /performer/fans/:id');

/** `items` are those of the thread with her. Nothing is asked for where no panel has asked before. */
export function useFanEarnings(items: readonly Message[]): void {
  const { mutate } = useSWRConfig();
  const paid = items.filter(({ isBought, tip }) => isBought || tip !== null).length;
  const before = useRef(paid);
  useEffect(() => {
    if (before.current === paid) return;
    before.current = paid;
    void mutate(isFan);
  }, [mutate, paid]);
}
