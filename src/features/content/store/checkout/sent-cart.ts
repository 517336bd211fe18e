/**
 * The payment for a cart whose end nobody knows yet, one per account: kept in the browser's storage from before it is sent until
 * its answer is there, so that no other visit, tab or tap can pay for the same under another key.
 */
import * as limits from '@contract/kernel/limits';
import { useMemo, useSyncExternalStore } from 'react';
import type { BodyOf } from '@web/services/call';
import type { CartLine } from '@web/session/cart.slice';
import { cartLinesIn } from '@web/checkout/cart-storage';

type Body = BodyOf<'POST /wallet/charges/cart'>;

export interface SentCart {
  /** The idempotency key that it goes under, each time. */
  key: string;
  /** What is sent, to the letter. */
  body: Body;
  /** What is paid for, as its buyer saw it. */
  lines: readonly CartLine[];
  /** The balance before it, in tokens. */
  balance: number;
  /** When it was first sent, in milliseconds since 1970. */
  at: number;
}

const keyOf = (owner: string): string => `sent-cart:${owner}`;
/** Where the storage is full or forbidden: as long as the page lives. */
const held = new Map<string, string>();
const watchers = new Set<() => void>();
const told = (): void => watchers.forEach((watcher) => watcher());

function textOf(owner: string): string | null {
  const here = held.get(keyOf(owner));
  if (here !== undefined) return here;
  try {
    return localStorage.getItem(keyOf(owner));
  } catch {
    return null;
  }
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  window.addEventListener('storage', changed);
  return () => {
    watchers.delete(changed);
    window.removeEventListener('storage', changed);
  };
}

const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && 'lines' in value && Array.isArray(value.lines) && 'expectedPrice' in value;

function sentIn(text: string | null): SentCart | null {
  try {
    const { key, body, lines, balance, at } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    if (typeof key !== 'string' || typeof balance !== 'number' || typeof at !== 'number' || !isBody(body)) return null;
    return { key, body, lines: cartLinesIn(lines), balance, at };
  } catch {
    return null;
  }
}

/** The payment of `owner` that has no answer yet, as it is stored at this moment. */
export const readSentCart = (owner: string): SentCart | null => sentIn(textOf(owner));

export function keepSentCart(owner: string, sent: SentCart): void {
  const text = JSON.stringify(sent);
  try {
    localStorage.setItem(keyOf(owner), text);
  } catch {
    held.set(keyOf(owner), text);
  }
  told();
}

/** Forgets the payment under `key`; one that came after it stays. */
export function dropSentCart(owner: string, key: string): void {
  if (readSentCart(owner)?.key !== key) return;
  held.delete(keyOf(owner));
  try {
    localStorage.removeItem(keyOf(owner));
  } catch {
    // A forbidden storage held nothing.
  }
  told();
}

/** The host forgets keys: what is older is never sent again. An hour is left for the way and for clocks that differ. */
export const isTooOld = ({ at }: SentCart): boolean => Date.now() - at > (limits.idempotencyKept_s - 3600) * 1000;

/** The payment of `owner` that has no answer yet, whichever tab has sent it. */
export function useSentCart(owner: string): SentCart | null {
  const text = useSyncExternalStore(
    watch,
    () => textOf(owner),
    () => null,
  );
  return useMemo(() => sentIn(text), [text]);
}
