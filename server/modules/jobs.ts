/** Every job of every module. */
import type { JobRule } from '../jobs/jobs';
import { accountJobs } from './accounts/accounts.jobs';
import { authJobs } from './auth/auth.jobs';
import { bookJobs } from './books/books.jobs';
import { chargeJobs } from './charges/charges.jobs';
import { feedJobs } from './feeds/feeds.jobs';
import { fanJobs } from './fans/fans.jobs';
import { itemJobs } from './items/items.jobs';
import { fileJobs } from './media/media.jobs';
import { messageJobs } from './messages/messages.jobs';
import { moderationJobs } from './moderation/moderation.jobs';
import { notificationJobs } from './notifications/notifications.jobs';
import { paymentJobs } from './payments/payments.jobs';
import { payoutJobs } from './payouts/payouts.jobs';
import { performerJobs } from './performers/performers.jobs';
import { privacyJobs } from './privacy/privacy.jobs';
import { searchJobs } from './search/search.jobs';
import { subscriptionJobs } from './subscriptions/subscriptions.jobs';
import { webhookJobs } from './webhooks/webhooks.jobs';
import { mailJobs } from '../mail/mail.jobs';

export const jobRules = [
  ...accountJobs,
  ...authJobs,
  ...bookJobs,
  ...chargeJobs,
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
  ...searchJobs,
  ...subscriptionJobs,
  ...webhookJobs,
] as readonly JobRule[];
