/** What operators run the site with: jobs, keys, messages to other programs. */

/** How far a background job is. */
export const jobStates = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

/** Whether a message of the contact form was answered. */
export const contactStates = ['waiting', 'answered'] as const;

/** What other programs can be told of. */
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

/** What became of a message to another program. */
export const deliveryStates = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Whether an API key opens anything: its time may be over, or its maker gone. */
export const keyStates = ['active', 'expired', 'ended'] as const;
