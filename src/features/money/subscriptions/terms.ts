/** A performer's offers to a new subscriber: each term with its first price, renewal price and duration. Pure. */
import * as limits from '@contract/kernel/limits';
import type { SubscriptionType } from '@contract/kernel/values/subscriptions';
import { discountedPrice } from '@web/lib/i18n/money';
import type { Performer } from '@web/session/store/dialogs.slice';

export interface SubscriptionTerm {
  /** The type, or the id of the bundle. */
  key: string;
  type: SubscriptionType;
  promotionId: string | null;
  label: string;
  note: string;
  /** The price of the first period. */
  price: number;
  /** The price of the next period; null when nothing renews. */
  renewal: number | null;
  days: number;
}

const percent = (share: number): string => `${String(Math.round(share * 10_000) / 100)} %`;
const dayText = (days: number): string => (days === 1 ? '1 day' : `${String(days)} days`);
const { monthly: monthDays, yearly: yearDays } = limits.period_days;

type Offers = Performer['promotions'];

/** The largest discount; it applies to the first period of either type. */
function bestDiscount(promotions: Offers): Offers[number] | undefined {
  return promotions.filter(({ kind }) => kind === 'discount').sort((a, b) => b.value - a.value)[0];
}

function freeTerm(
  { isFreeSubscription, isFreeSubscriptionUsed, freeSubscriptionDays }: Performer,
  isSiteOpen: boolean,
): SubscriptionTerm[] {
  if (!isSiteOpen || !isFreeSubscription || isFreeSubscriptionUsed) return [];
  const note = `${dayText(freeSubscriptionDays)}, once. It ends by itself.`;
  return [
    { key: 'free', type: 'free', promotionId: null, label: 'Free period', note, price: 0, renewal: null, days: freeSubscriptionDays },
  ];
}

const periodTexts = {
  monthly: { label: 'A month', discount: (share: string) => `${share} off the first month` },
  yearly: { label: 'A year', discount: (share: string) => `${share} off the first year` },
};

function paidTerm(type: 'monthly' | 'yearly', price: number, discount: Offers[number] | undefined, saving: string): SubscriptionTerm {
  const first = discount ? discountedPrice(price, discount.value) : price;
  return {
    key: type,
    type,
    promotionId: discount?._id ?? null,
    label: periodTexts[type].label,
    note: discount ? periodTexts[type].discount(percent(discount.value)) : saving,
    price: first,
    renewal: price,
    days: type === 'monthly' ? monthDays : yearDays,
  };
}

function savingOf(monthlyPrice: number, yearlyPrice: number): string {
  const saved = monthlyPrice > 0 ? 1 - yearlyPrice / (12 * monthlyPrice) : 0;
  return saved >= 0.01 ? `${String(Math.floor(saved * 100))} % less than by the month` : '';
}

function bundleTerms({ promotions, monthlyPrice }: Performer): SubscriptionTerm[] {
  return promotions.flatMap(({ _id, kind, months, value, price }) => {
    if (kind !== 'bundle' || months === null) return [];
    const bundlePrice = price ?? discountedPrice(Math.round(monthlyPrice * months * 100) / 100, value);
    return [
      {
        key: _id,
        type: 'monthly' as const,
        promotionId: _id,
        label: `${String(months)} months`,
        note: `${percent(value)} less than by the month`,
        price: bundlePrice,
        renewal: bundlePrice,
        days: monthDays * months,
      },
    ];
  });
}

/** All terms, the free trial first. */
export function subscriptionTermsOf(performer: Performer, isFreeAllowed: boolean): SubscriptionTerm[] {
  const { monthlyPrice, yearlyPrice, promotions } = performer;
  const discount = bestDiscount(promotions);
  return [
    ...freeTerm(performer, isFreeAllowed),
    ...(monthlyPrice > 0 ? [paidTerm('monthly', monthlyPrice, discount, '')] : []),
    ...(monthlyPrice > 0 ? bundleTerms(performer) : []),
    ...(yearlyPrice > 0 ? [paidTerm('yearly', yearlyPrice, discount, savingOf(monthlyPrice, yearlyPrice))] : []),
  ];
}

const day_ms = 86_400_000;

/** When a period that is paid at `now` ends: it starts when the current period ends. */
export function periodEnd(term: SubscriptionTerm, runsUntil: string | null, now: Date): Date {
  const start = runsUntil === null ? now.getTime() : Math.max(now.getTime(), new Date(runsUntil).getTime());
  return new Date(start + term.days * day_ms);
}
