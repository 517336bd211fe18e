/** Every endpoint of the contract with its handler; the type refuses a missing one. */
import type { Name } from '@contract/api';
import type { Routes } from '../http/serve';
import { addressRoutes } from './addresses/addresses.routes';
import { adjustmentRoutes } from './adjustments/adjustments.routes';
import { adminRoutes } from './admin/admin.routes';
import { authRoutes } from './auth/auth.routes';
import { blockingRoutes } from './blocking/blocking.routes';
import { bookRoutes } from './books/books.routes';
import { captchaRoutes } from './captcha/captcha.routes';
import { chargeRoutes } from './charges/charges.routes';
import { fileRoutes } from './media/media.routes';
import { deskRoutes } from './desk/desk.routes';
import { conversationRoutes } from './conversations/conversations.routes';
import { fanRoutes } from './fans/fans.routes';
import { messageRoutes } from './messages/messages.routes';
import { notificationRoutes } from './notifications/notifications.routes';
import { feedRoutes } from './feeds/feeds.routes';
import { offerRoutes } from './offers/offers.routes';
import { passkeyRoutes } from './passkeys/passkeys.routes';
import { paymentRoutes } from './payments/payments.routes';
import { helpingRoutes } from './helping/helping.routes';
import { galleryRoutes } from './galleries/galleries.routes';
import { videoRoutes } from './videos/videos.routes';
import { earningRoutes } from './earnings/earnings.routes';
import { payoutRoutes } from './payouts/payouts.routes';
import { followRoutes } from './follows/follows.routes';
import { orderRoutes } from './orders/orders.routes';
import { privacyRoutes } from './privacy/privacy.routes';
import { productRoutes } from './products/products.routes';
import { moderationRoutes } from './moderation/moderation.routes';
import { reportRoutes } from './reports/reports.routes';
import { performerRoutes } from './performers/performers.routes';
import { commentRoutes } from './comments/comments.routes';
import { reactionRoutes } from './reactions/reactions.routes';
import { referenceRoutes } from './reference/reference.routes';
import { searchRoutes } from './search/search.routes';
import { secondStepRoutes } from './second-step/second-step.routes';
import { siteRoutes } from './site/site.routes';
import { statisticsRoutes } from './statistics/statistics.routes';
import { chatRoutes } from './streaming/chat.routes';
import { streamingRoutes } from './streaming/streaming.routes';
import { privateShowRoutes } from './private-shows/private-shows.routes';
import { subscriptionRoutes } from './subscriptions/subscriptions.routes';
import { auditRoutes } from './audit/audit.routes';
import { teamRoutes } from './team/team.routes';
import { writingRoutes } from './writing/writing.routes';
import { keyRoutes } from './keys/keys.routes';
import { webhookRoutes } from './webhooks/webhooks.routes';
import { userRoutes } from './accounts/accounts.routes';

export const routes: Routes<Name> = {
  ...authRoutes,
  ...secondStepRoutes,
  ...passkeyRoutes,
  ...userRoutes,
  ...helpingRoutes,
  ...privacyRoutes,
  ...blockingRoutes,
  ...performerRoutes,
  ...galleryRoutes,
  ...videoRoutes,
  ...productRoutes,
  ...orderRoutes,
  ...addressRoutes,
  ...conversationRoutes,
  ...messageRoutes,
  ...fanRoutes,
  ...streamingRoutes,
  ...chatRoutes,
  ...privateShowRoutes,
  ...notificationRoutes,
  ...followRoutes,
  ...reactionRoutes,
  ...reportRoutes,
  ...moderationRoutes,
  ...commentRoutes,
  ...chargeRoutes,
  ...feedRoutes,
  ...offerRoutes,
  ...subscriptionRoutes,
  ...paymentRoutes,
  ...earningRoutes,
  ...payoutRoutes,
  ...bookRoutes,
  ...searchRoutes,
  ...siteRoutes,
  ...referenceRoutes,
  ...fileRoutes,
  ...captchaRoutes,
  ...adminRoutes,
  ...statisticsRoutes,
  ...adjustmentRoutes,
  ...deskRoutes,
  ...auditRoutes,
  ...teamRoutes,
  ...writingRoutes,
  ...webhookRoutes,
  ...keyRoutes,
};
