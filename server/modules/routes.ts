/** Every endpoint of the contract with its handler; the type refuses a missing one. */
import type { Name } from '@contract/api';
import type { Routes } from '../http/serve';
import { adminRoutes } from './admin/admin.routes';
import { authRoutes } from './auth/auth.routes';
import { blockingRoutes } from './blocking/blocking.routes';
import { bookRoutes } from './books/books.routes';
import { captchaRoutes } from './captcha/captcha.routes';
import { chargeRoutes } from './charges/charges.routes';
import { offerRoutes } from './offers/offers.routes';
import { paymentRoutes } from './payments/payments.routes';
import { earningRoutes } from './earnings/earnings.routes';
import { payoutRoutes } from './payouts/payouts.routes';
import { performerRoutes } from './performers/performers.routes';
import { referenceRoutes } from './reference/reference.routes';
import { siteRoutes } from './site/site.routes';
import { subscriptionRoutes } from './subscriptions/subscriptions.routes';
import { userRoutes } from './accounts/accounts.routes';

export const routes: Routes<Name> = {
  ...authRoutes,
  ...userRoutes,
  ...blockingRoutes,
  ...performerRoutes,
  ...chargeRoutes,
  ...offerRoutes,
  ...subscriptionRoutes,
  ...paymentRoutes,
  ...earningRoutes,
  ...payoutRoutes,
  ...bookRoutes,
  ...siteRoutes,
  ...referenceRoutes,
  ...captchaRoutes,
  ...adminRoutes,
};
