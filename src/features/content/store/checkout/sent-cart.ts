/**
 * The payment for a cart with an unknown outcome, at most one per account. It is stored in the browser from before the request
 * until its response, so that no other page view, tab or tap can pay for the same cart with another key.
 */
import * as limits from '@contract/kernel/limits';
import { useMemo, useSyncExternalStore } from 'react';
import type { BodyOf } from '@web/services/call';
import type { CartLine } from '@web/session/store/cart.slice';
import { cartLinesIn } from '@web/checkout/cart-storage';

type Body = BodyOf<'POST /wallet/charges/cart'>;

export interface PendingCartPayment {
  /** The idempotency key of every attempt. */
  key: string;
  /** The exact request body. */
  body: Body;
  /** The lines as the buyer saw them. */
  lines: readonly CartLine[];
  /** The balance before it, in tokens. */
  balance: number;
  /** When it was first sent, in milliseconds since the epoch. */
  at: number;
}

const storageKeyOf = (owner: string): string => `sent-cart:${owner}`;
/** The fallback when the storage is full or forbidden: it lives as long as the page. */
const fallbackStore = new Map<string, string>();
const listeners = new Set<() => void>();
const notifyListeners = (): void => listeners.forEach((listener) => listener());

function storedText(owner: string): string | null {
  const inMemory = fallbackStore.get(storageKeyOf(owner));
  if (inMemory !== undefined) return inMemory;
  try {
    return localStorage.getItem(storageKeyOf(owner));
  } catch {
    return null;
  }
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener('storage', changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('storage', changed);
  };
}

const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && 'lines' in value && Array.isArray(value.lines) && 'expectedPrice' in value;

function parsePendingPayment(text: string | null): PendingCartPayment | null {
  try {
    const { key, body, lines, balance, at } = JSON.parse(text ?? '{}') as Record<string, unknown>;
    if (typeof key !== 'string' || typeof balance !== 'number' || typeof at !== 'number' || !isBody(body)) return null;
    return { key, body, lines: cartLinesIn(lines), balance, at };
  } catch {
    return null;
  }
}

/** The stored payment of `owner` with an unknown outcome, at this moment. */
export const readPendingPayment = (owner: string): PendingCartPayment | null => parsePendingPayment(storedText(owner));

export function storePendingPayment(owner: string, payment: PendingCartPayment): void {
  const text = JSON.stringify(payment);
  try {
    localStorage.setItem(storageKeyOf(owner), text);
  } catch {
    fallbackStore.set(storageKeyOf(owner), text);
  }
  notifyListeners();
}

/** Deletes the payment with `key`; a newer one stays. */
export function deletePendingPayment(owner: string, key: string): void {
  if (readPendingPayment(owner)?.key !== key) return;
  fallbackStore.delete(storageKeyOf(owner));
  try {
    localStorage.removeItem(storageKeyOf(owner));
  } catch {
    // A forbidden storage has nothing to delete.
  }
  notifyListeners();
}

/** The API forgets keys, so an older payment is never resent. One hour allows for latency and clock skew. */
export const isTooOld = ({ at }: PendingCartPayment): boolean => Date.now() - at > (limits.idempotencyRetention_s - 3600) * 1000;

/** The payment of `owner` with an unknown outcome, in whichever tab it was sent. */
export function usePendingPayment(owner: string): PendingCartPayment | null {
  const text = useSyncExternalStore(
    subscribe,
    () => storedText(owner),
    () => null,
  );
  return useMemo(() => parsePendingPayment(text), [text]);
}
