/** Where payouts go: a bank account, PayPal or a Stripe account. The API returns stored details masked. */
import { Notice } from '@web/ui/feedback/notice';
import { BankForm } from './bank-form';
import { ConnectSection } from './connect-section';
import { PaypalForm } from './paypal-form';
import { useReauthentication } from '@web/forms/use-reauthentication';
import { usePerformer } from '../shared/use-performer';

export function PayoutSection() {
  const performer = usePerformer();
  const { withReauthentication, dialog } = useReauthentication();
  if (performer === null) return null;
  const { payoutMethods, hasPassword } = performer;
  return (
    <>
      {hasPassword ? null : <Notice tone="warn">Set a password first. It protects your payout details.</Notice>}
      <BankForm
        stored={payoutMethods.banking}
        isChosen={payoutMethods.preferred === 'banking'}
        country={performer.country}
        withReauthentication={withReauthentication}
      />
      <PaypalForm
        stored={payoutMethods.paypal?.email ?? null}
        isChosen={payoutMethods.preferred === 'paypal'}
        withReauthentication={withReauthentication}
      />
      <ConnectSection
        account={payoutMethods.stripe}
        isChosen={payoutMethods.preferred === 'stripe'}
        withReauthentication={withReauthentication}
      />
      {dialog}
    </>
  );
}
