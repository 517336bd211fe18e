/** Values of subscriptions and promotions. Separate from the other money values, because every profile page loads it. */

export const subscriptionTypes = ['monthly', 'yearly', 'free'] as const;
export type SubscriptionType = (typeof subscriptionTypes)[number];

export const subscriptionStatuses = ['active', 'past_due', 'cancelled', 'expired'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** How long a bundle lasts, in months. */
export const bundleMonths = [3, 6, 12] as const;

export const promotionKinds = ['bundle', 'discount'] as const;
