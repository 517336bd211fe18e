/** The bank's authentication of a card payment (3-D Secure): its own window, or the sandbox's test bank. */
import { useRef, useState } from 'react';
import { errorMessage } from '@web/lib/i18n/error-message';
import { formatCurrency } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { useSettings } from '@web/session/store/hooks';
import type { Payment } from '@web/checkout/use-tracked-payment';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { suspendModal } from '@web/ui/dialogs/suspend-dialog';
import styles from './bank-authentication.module.css';

interface BankAuthenticationProps {
  payment: Payment;
  /** Called with the payment's status after the authentication. */
  onAuthenticated: (payment: Payment) => void;
}

type PendingAction = 'approve' | 'decline' | 'bank' | null;

export function BankAuthentication({ payment, onAuthenticated }: BankAuthenticationProps) {
  const { isSandbox, stripePublishableKey } = useSettings();
  const [pendingAction, setPendingAction] = useState<PendingAction>(null);
  const [error, setError] = useState('');
  const panel = useRef<HTMLElement>(null);

  const run = async (name: PendingAction, action: () => Promise<Payment>) => {
    setPendingAction(name);
    setError('');
    try {
      onAuthenticated(await action());
    } catch (thrown) {
      setError(errorMessage(thrown));
    }
    // If the bank still requires authentication, it can be repeated.
    setPendingAction(null);
  };
  const authenticate = async (): Promise<Payment> => {
    const { stripeFor } = await import('./stripe');
    const stripe = await stripeFor(stripePublishableKey);
    const resumeModal = suspendModal(panel.current);
    try {
      // The outcome that Stripe.js returns is not used: the API reads it from the gateway in the request below.
      await stripe.handleNextAction({ clientSecret: payment.clientSecret ?? '' });
    } finally {
      resumeModal();
    }
    return services.payments['GET /payment/transactions/:id']({ params: { id: payment._id } });
  };

  const price = formatCurrency(payment.totalPrice, payment.currency);
  return (
    <section ref={panel} className={styles.bank} aria-label={isSandbox ? 'Test bank' : 'Your bank'}>
      <h2 className={styles.title}>{isSandbox ? 'Test bank' : 'Confirm your payment'}</h2>
      <p>
        {isSandbox
          ? `In test mode, you confirm ${price} here instead of with your bank.`
          : `Your bank asks you to confirm the payment of ${price}. You won’t be charged until you do.`}
      </p>
      {error === '' ? null : <Notice tone="danger">{error}</Notice>}
      <div className={styles.actions}>
        {isSandbox ? (
          <>
            <Button
              kind="primary"
              busy={pendingAction === 'approve'}
              disabled={pendingAction === 'decline'}
              onPress={() =>
                void run('approve', () =>
                  services.payments['POST /payment/transactions/:id/confirm']({ params: { id: payment._id }, body: { isApproved: true } }),
                )
              }
            >
              Approve payment
            </Button>
            <Button
              busy={pendingAction === 'decline'}
              disabled={pendingAction === 'approve'}
              onPress={() =>
                void run('decline', () =>
                  services.payments['POST /payment/transactions/:id/confirm']({ params: { id: payment._id }, body: { isApproved: false } }),
                )
              }
            >
              Decline payment
            </Button>
          </>
        ) : (
          <Button kind="primary" busy={pendingAction === 'bank'} onPress={() => void run('bank', authenticate)}>
            Confirm with your bank
          </Button>
        )}
      </div>
    </section>
  );
}
