/** Why an item is locked, and the label of its unlock button. The server decides what unlocks an item. */
import type { Audience, UnlockMethod } from '@contract/kernel/values/content';
import { formatTokens, formatTokenCount } from '../i18n/money';

/** The fields of an item that its lock needs. */
export interface Lockable {
  audience: Audience;
  price: number | null;
  unlock: readonly UnlockMethod[];
  performer: {
    name: string;
    monthlyPrice: number;
    yearlyPrice: number;
  };
}

export interface UnlockAction {
  /** The button's label. */
  label: string;
  method: UnlockMethod;
}

/** The cheapest subscription: `9.99 a month`; null when none is offered. */
function cheapestOf({ monthlyPrice, yearlyPrice }: Lockable['performer']): string | null {
  if (monthlyPrice > 0) return `${formatTokens(monthlyPrice)} a month`;
  return yearlyPrice > 0 ? `${formatTokens(yearlyPrice)} a year` : null;
}

function subscribersReason({ performer }: Lockable): string {
  const from = cheapestOf(performer);
  return from === null ? 'For subscribers.' : `For subscribers. From ${from}.`;
}

const reasons: Record<Audience, (item: Lockable) => string> = {
  public: ({ performer }) => `${performer.name} isn’t sharing this right now.`,
  followers: ({ performer }) => `For followers. Following ${performer.name} is free.`,
  subscribers: subscribersReason,
  paid: ({ price }) => (price === null ? 'Available to buyers only.' : `For ${formatTokenCount(price)}. Yours to keep.`),
};

/** Why the item is locked and what unlocks it, as a sentence. */
export const lockReason = (item: Lockable): string => reasons[item.audience](item);

const labels: Record<UnlockMethod, (item: Lockable) => string> = {
  follow: ({ performer }) => `Follow ${performer.name}`,
  subscribe: ({ performer }) => {
    const from = cheapestOf(performer);
    return from === null ? 'Subscribe' : `Subscribe · ${from}`;
  },
  buy: ({ price }) => (price === null ? 'Unlock' : `Unlock for ${formatTokens(price)}`),
};

/** The cheapest way to unlock the item; null when there is none. */
export function unlockAction(item: Lockable): UnlockAction | null {
  const [method] = item.unlock;
  return method === undefined ? null : { method, label: labels[method](item) };
}
