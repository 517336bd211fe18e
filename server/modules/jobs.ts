/** Every job of every module. */
import type { JobRule } from '../platform/jobs/jobs';
import { accountJobs } from '../people/accounts/accounts.jobs';
import { authJobs } from '../people/auth/auth.jobs';
import { bookJobs } from './books/books.jobs';
import { chargeJobs } from './charges/charges.jobs';
import { feedJobs } from '../content/feeds/feeds.jobs';
import { fanJobs } from './fans/fans.jobs';
import { itemJobs } from './items/items.jobs';
import { fileJobs } from '../content/media/media.jobs';
import { messageJobs } from '../talk/messages/messages.jobs';
import { moderationJobs } from '../safety/moderation/moderation.jobs';
import { notificationJobs } from '../people/notifications/notifications.jobs';
import { paymentJobs } from '../money/payments/payments.jobs';
import { payoutJobs } from '../money/payouts/payouts.jobs';
import { performerJobs } from '../people/performers/performers.jobs';
import { privacyJobs } from '../site/privacy/privacy.jobs';
import { searchJobs } from '../content/search/search.jobs';
import { subscriptionJobs } from '../money/subscriptions/subscriptions.jobs';
import { webhookJobs } from '../site/webhooks/webhooks.jobs';
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
