/** Every endpoint of the contract with its handler; a missing one is a type error. */
import type { Name } from '@contract/api';
import type { Routes } from './platform/http/serve';
import { addressRoutes } from './people/addresses/addresses.routes';
import { adjustmentRoutes } from './money/adjustments/adjustments.routes';
import { adminRoutes } from './site/admin/admin.routes';
import { authRoutes } from './people/auth/auth.routes';
import { blockingRoutes } from './people/blocking/blocking.routes';
import { bookRoutes } from './site/books/books.routes';
import { bounceRoutes } from './people/bounces/bounces.routes';
import { consentRoutes } from './safety/consent/consent.routes';
import { captchaRoutes } from './platform/captcha/captcha.routes';
import { chargeRoutes } from './money/charges/charges.routes';
import { fileRoutes } from './content/media/media.routes';
import { disputeRoutes } from './money/disputes/disputes.routes';
import { consoleRoutes } from './safety/desk/desk.routes';
import { conversationRoutes } from './talk/conversations/conversations.routes';
import { fanRoutes } from './talk/fans/fans.routes';
import { messageRoutes } from './talk/messages/messages.routes';
import { notificationRoutes } from './people/notifications/notifications.routes';
import { feedRoutes } from './content/feeds/feeds.routes';
import { offerRoutes } from './money/offers/offers.routes';
import { passkeyRoutes } from './people/passkeys/passkeys.routes';
import { paymentRoutes } from './money/payments/payments.routes';
import { delegationRoutes } from './people/delegation/delegation.routes';
import { galleryRoutes } from './content/galleries/galleries.routes';
import { videoRoutes } from './content/videos/videos.routes';
import { earningRoutes } from './money/earnings/earnings.routes';
import { payoutRoutes } from './money/payouts/payouts.routes';
import { followRoutes } from './people/follows/follows.routes';
import { orderRoutes } from './content/orders/orders.routes';
import { privacyRoutes } from './site/privacy/privacy.routes';
import { productRoutes } from './content/products/products.routes';
import { moderationRoutes } from './safety/moderation/moderation.routes';
import { reportRoutes } from './safety/reports/reports.routes';
import { performerRoutes } from './people/performers/performers.routes';
import { commentRoutes } from './content/comments/comments.routes';
import { blockRoutes } from './flows/blocks/blocks.routes';
import { ownAccountRoutes } from './flows/own-account/own-account.routes';
import { profileRoutes } from './flows/profiles/profiles.routes';
import { purchaseRoutes } from './flows/purchases/purchases.routes';
import { reactionRoutes } from './flows/reacting/reacting.routes';
import { refundRoutes } from './flows/refunds/refunds.routes';
import { tipRoutes } from './flows/tips/tips.routes';
import { peopleAdminRoutes } from './people/admin/admin.routes';
import { referenceRoutes } from './platform/reference/reference.routes';
import { searchRoutes } from './content/search/search.routes';
import { twoFactorRoutes } from './people/two-factor/two-factor.routes';
import { siteRoutes } from './site/site/site.routes';
import { statisticsRoutes } from './site/statistics/statistics.routes';
import { chatRoutes } from './live/streaming/chat/chat.routes';
import { streamingRoutes } from './live/streaming/streaming.routes';
import { privateShowRoutes } from './live/private-shows/private-shows.routes';
import { subscriptionRoutes } from './money/subscriptions/subscriptions.routes';
import { auditRoutes } from './site/audit/audit.routes';
import { teamRoutes } from './people/team/team.routes';
import { writingRoutes } from './site/writing/writing.routes';
import { keyRoutes } from './people/keys/keys.routes';
import { webhookRoutes } from './site/webhooks/webhooks.routes';
import { userRoutes } from './people/accounts/accounts.routes';

export const routes: Routes<Name> = {
  ...authRoutes,
  ...twoFactorRoutes,
  ...passkeyRoutes,
  ...bounceRoutes,
  ...userRoutes,
  ...ownAccountRoutes,
  ...delegationRoutes,
  ...privacyRoutes,
  ...blockingRoutes,
  ...blockRoutes,
  ...performerRoutes,
  ...profileRoutes,
  ...galleryRoutes,
  ...consentRoutes,
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
  ...purchaseRoutes,
  ...tipRoutes,
  ...refundRoutes,
  ...feedRoutes,
  ...offerRoutes,
  ...subscriptionRoutes,
  ...paymentRoutes,
  ...earningRoutes,
  ...payoutRoutes,
  ...disputeRoutes,
  ...bookRoutes,
  ...searchRoutes,
  ...siteRoutes,
  ...referenceRoutes,
  ...fileRoutes,
  ...captchaRoutes,
  ...adminRoutes,
  ...peopleAdminRoutes,
  ...statisticsRoutes,
  ...adjustmentRoutes,
  ...consoleRoutes,
  ...auditRoutes,
  ...teamRoutes,
  ...writingRoutes,
  ...webhookRoutes,
  ...keyRoutes,
};
