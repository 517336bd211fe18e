/** Values of the operators' console: jobs, contact messages, API keys, webhooks. */

/** States of a background job. */
export const jobStates = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

/** States of a message from the contact form. */
export const contactStates = ['waiting', 'answered'] as const;

/** Events that webhooks can subscribe to. */
export const webhookEvents = [
  'payment.settled',
  'subscription.started',
  'subscription.ended',
  'payout.done',
  'performer.verified',
  'contact.received',
  'report.filed',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** States of a webhook delivery. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** States of an API key. `ended`: its creator is no longer an operator. */
export const keyStates = ['active', 'expired', 'ended'] as const;
