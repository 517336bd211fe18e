/** "Why can't I see this?" in words: the reason of a lock, and what its button says. What opens an item, the host decides. */
import type { Audience, UnlockWay } from '@contract/values';
import { formatTokens, spokenTokens } from '../i18n/money';

/** The part of an item that its lock speaks of. */
export interface Lockable {
  audience: Audience;
  price: number | null;
  unlock: readonly UnlockWay[];
  performer: {
    name: string;
    monthlyPrice: number;
    yearlyPrice: number;
  };
}

export interface LockWay {
  /** What the button says. */
  label: string;
  ask: UnlockWay;
}

/** The cheapest way into a subscription: `9.99 a month`; null when none is offered. */
function cheapestOf({ monthlyPrice, yearlyPrice }: Lockable['performer']): string | null {
  if (monthlyPrice > 0) return `${formatTokens(monthlyPrice)} a month`;
  return yearlyPrice > 0 ? `${formatTokens(yearlyPrice)} a year` : null;
}

function reasonOfSubscribers({ performer }: Lockable): string {
  const from = cheapestOf(performer);
  return from === null ? 'For subscribers.' : `For subscribers. From ${from}.`;
}

const reasons: Record<Audience, (item: Lockable) => string> = {
  public: ({ performer }) => `${performer.name} does not show this at the moment.`,
  followers: ({ performer }) => `For followers. Following ${performer.name} costs nothing.`,
  subscribers: reasonOfSubscribers,
  paid: ({ price }) => (price === null ? 'For buyers.' : `For ${spokenTokens(price)}. Yours to keep.`),
};

/** Why the item is locked and what opens it, as a sentence. */
export const lockReason = (item: Lockable): string => reasons[item.audience](item);

const labels: Record<UnlockWay, (item: Lockable) => string> = {
  follow: ({ performer }) => `Follow ${performer.name}`,
  subscribe: ({ performer }) => {
    const from = cheapestOf(performer);
    return from === null ? 'Subscribe' : `Subscribe · ${from}`;
  },
  buy: ({ price }) => (price === null ? 'Unlock' : `Unlock for ${formatTokens(price)}`),
};

/** The cheapest way to open the item; null when nothing would. */
export function lockWay(item: Lockable): LockWay | null {
  const [ask] = item.unlock;
  return ask === undefined ? null : { ask, label: labels[ask](item) };
}
