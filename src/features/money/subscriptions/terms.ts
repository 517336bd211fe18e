/** The plans that a performer offers a new subscriber, with first price, renewal price and duration. Pure functions. */
import * as limits from '@contract/kernel/limits';
import type { SubscriptionType } from '@contract/kernel/values/subscriptions';
import { discountedPrice } from '@web/lib/i18n/money';
import type { Performer } from '@web/session/store/dialogs.slice';

export interface SubscriptionPlan {
  /** The type, or the id of the bundle. */
  key: string;
  type: SubscriptionType;
  promotionId: string | null;
  label: string;
  /** What the plan saves; empty if it saves nothing. */
  badge: string;
  note: string;
  /** The price of the first period. */
  price: number;
  /** The price of the next period; null when nothing renews. */
  renewal: number | null;
  /** How often it renews: "a month". */
  interval: string;
  months: number;
  days: number;
}

const percent = (share: number): string => `${String(Math.round(share * 10_000) / 100)}%`;
const dayText = (days: number): string => (days === 1 ? '1 day' : `${String(days)} days`);
const { monthly: monthDays, yearly: yearDays } = limits.period_days;

type Offers = Performer['promotions'];

/** The largest discount; it applies to the first period of either type. */
function bestDiscount(promotions: Offers): Offers[number] | undefined {
  return promotions.filter(({ kind }) => kind === 'discount').sort((a, b) => b.value - a.value)[0];
}

function freePlan(
  { isFreeSubscription, isFreeSubscriptionUsed, freeSubscriptionDays }: Performer,
  isFreeAllowed: boolean,
): SubscriptionPlan[] {
  if (!isFreeAllowed || !isFreeSubscription || isFreeSubscriptionUsed) return [];
  const days = freeSubscriptionDays;
  return [
    {
      key: 'free',
      type: 'free',
      promotionId: null,
      price: 0,
      renewal: null,
      months: 0,
      days,
      label: 'Free trial',
      badge: '',
      note: dayText(days),
      interval: '',
    },
  ];
}

const periods = {
  monthly: {
    label: 'Monthly',
    interval: 'a month',
    discount: (share: string) => `${share} off the first month`,
    months: 1,
    days: monthDays,
  },
  yearly: { label: 'Yearly', interval: 'a year', discount: (share: string) => `${share} off the first year`, months: 12, days: yearDays },
};

const saving = (share: number): string => (share >= 0.01 ? `Save ${percent(Math.floor(share * 100) / 100)}` : '');

function paidPlan(type: 'monthly' | 'yearly', price: number, discount: Offers[number] | undefined, savedShare: number): SubscriptionPlan {
  const { label, interval, months, days, discount: discountText } = periods[type];
  return {
    key: type,
    type,
    promotionId: discount?._id ?? null,
    renewal: price,
    interval,
    months,
    days,
    label,
    price: discount ? discountedPrice(price, discount.value) : price,
    badge: saving(savedShare),
    note: discount ? discountText(percent(discount.value)) : '',
  };
}

function bundlePlans({ promotions, monthlyPrice }: Performer): SubscriptionPlan[] {
  return promotions.flatMap(({ _id, kind, months, value, price }) => {
    if (kind !== 'bundle' || months === null) return [];
    const bundlePrice = price ?? discountedPrice(Math.round(monthlyPrice * months * 100) / 100, value);
    return [
      {
        key: _id,
        type: 'monthly' as const,
        promotionId: _id,
        price: bundlePrice,
        renewal: bundlePrice,
        months,
        label: `${String(months)} months`,
        badge: saving(value),
        note: '',
        interval: `every ${String(months)} months`,
        days: monthDays * months,
      },
    ];
  });
}

/** All plans, the free trial first. `isFreeAllowed`: whether the site allows free trials. */
export function subscriptionPlansOf(performer: Performer, isFreeAllowed: boolean): SubscriptionPlan[] {
  const { monthlyPrice, yearlyPrice, promotions } = performer;
  const discount = bestDiscount(promotions);
  return [
    ...freePlan(performer, isFreeAllowed),
    ...(monthlyPrice > 0 ? [paidPlan('monthly', monthlyPrice, discount, 0)] : []),
    ...(monthlyPrice > 0 ? bundlePlans(performer) : []),
    ...(yearlyPrice > 0 ? [paidPlan('yearly', yearlyPrice, discount, monthlyPrice > 0 ? 1 - yearlyPrice / (12 * monthlyPrice) : 0)] : []),
  ];
}

const day_ms = 86_400_000;

/** When a period that is paid at `now` ends: it starts when the current period ends. */
export function periodEnd(plan: SubscriptionPlan, currentPeriodEnd: string | null, now: Date): Date {
  const start = currentPeriodEnd === null ? now.getTime() : Math.max(now.getTime(), new Date(currentPeriodEnd).getTime());
  return new Date(start + plan.days * day_ms);
}
