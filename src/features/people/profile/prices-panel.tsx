/** A read-only list of the subscription prices. */
import { formatCurrency } from '@web/lib/i18n/money';
import { useSettings } from '@web/session/store/hooks';
import type { Description } from '@web/ui/display/description-list';
import { DetailsPanel } from './details-panel';
import type { Profile } from './profile-screen';

function pricesOf({ monthlyPrice, yearlyPrice, isFreeSubscription, freeSubscriptionDays }: Profile, currency: string): Description[] {
  return [
    ...(isFreeSubscription
      ? [{ label: 'Free trial', value: freeSubscriptionDays === 1 ? '1 day' : `${String(freeSubscriptionDays)} days` }]
      : []),
    ...(monthlyPrice > 0 ? [{ label: 'Monthly', value: formatCurrency(monthlyPrice, currency) }] : []),
    ...(yearlyPrice > 0 ? [{ label: 'Yearly', value: formatCurrency(yearlyPrice, currency) }] : []),
  ];
}

export function PricesPanel({ profile }: { profile: Profile }) {
  const { currency } = useSettings();
  return <DetailsPanel title="Subscription" details={pricesOf(profile, currency)} />;
}
