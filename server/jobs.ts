/** The jobs of all modules. */
import type { JobRule } from './platform/jobs/jobs';
import { accountJobs } from './people/accounts/accounts.jobs';
import { authJobs } from './people/auth/auth.jobs';
import { bookJobs } from './site/books/books.jobs';
import { bounceJobs } from './people/bounces/bounces.jobs';
import { chargeJobs } from './money/charges/charges.jobs';
import { disputeJobs } from './money/disputes/disputes.jobs';
import { feedJobs } from './content/feeds/feeds.jobs';
import { fanJobs } from './talk/fans/fans.jobs';
import { itemJobs } from './content/items/items.jobs';
import { fileJobs } from './content/media/media.jobs';
import { messageJobs } from './talk/messages/messages.jobs';
import { moderationJobs } from './safety/moderation/moderation.jobs';
import { notificationJobs } from './people/notifications/notifications.jobs';
import { paymentJobs } from './money/payments/payments.jobs';
import { payoutJobs } from './money/payouts/payouts.jobs';
import { performerJobs } from './people/performers/performers.jobs';
import { privacyJobs } from './site/privacy/privacy.jobs';
import { searchJobs } from './content/search/search.jobs';
import { subscriptionJobs } from './money/subscriptions/subscriptions.jobs';
import { refundJobs } from './flows/refunds/refunds.jobs';
import { ticketJobs } from './money/tickets/tickets.jobs';
import { webhookJobs } from './site/webhooks/webhooks.jobs';
import { mailJobs } from './platform/mail/mail.jobs';

export const jobRules = [
  ...accountJobs,
  ...authJobs,
  ...bookJobs,
  ...bounceJobs,
  ...chargeJobs,
  ...disputeJobs,
  ...feedJobs,
  ...fanJobs,
  ...fileJobs,
  ...itemJobs,
  ...mailJobs,
  ...messageJobs,
  ...moderationJobs,
  ...notificationJobs,
  ...paymentJobs,
  ...payoutJobs,
  ...performerJobs,
  ...privacyJobs,
  ...refundJobs,
  ...searchJobs,
  ...subscriptionJobs,
  ...ticketJobs,
  ...webhookJobs,
] as readonly JobRule[];
