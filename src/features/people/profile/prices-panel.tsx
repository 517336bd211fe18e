/** What a subscription costs; prices are information here. */
import { formatCurrency } from '@web/lib/i18n/money';
import { useSettings } from '@web/session/store/hooks';
import type { Fact } from '@web/ui/display/description-list';
import { FactPanel } from '../../profile/fact-panel';
import type { Profile } from './profile-screen';

function pricesOf({ monthlyPrice, yearlyPrice, isFreeSubscription, freeSubscriptionDays }: Profile, currency: string): Fact[] {
  return [
    ...(isFreeSubscription
      ? [{ label: 'Free period', value: freeSubscriptionDays === 1 ? '1 day' : `${String(freeSubscriptionDays)} days` }]
      : []),
    ...(monthlyPrice > 0 ? [{ label: 'A month', value: formatCurrency(monthlyPrice, currency) }] : []),
    ...(yearlyPrice > 0 ? [{ label: 'A year', value: formatCurrency(yearlyPrice, currency) }] : []),
  ];
}

export function PricesPanel({ profile }: { profile: Profile }) {
  const { currency } = useSettings();
  return <FactPanel title="Subscription" facts={pricesOf(profile, currency)} />;
}
