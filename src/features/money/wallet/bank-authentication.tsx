/** The bank wants to hear from its customer before it pays: its own window, or the sandbox's test bank. */
import { useRef, useState } from 'react';
import { errorMessage } from '@web/lib/i18n/error-message';
import { formatCurrency } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { useSettings } from '@web/session/store/hooks';
import type { Payment } from '@web/session/use-settled';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { stepAside } from '@web/ui/dialogs/suspend-dialog';
import styles from './bank-authentication.module.css';

interface BankQuestionProps {
  payment: Payment;
  /** Called with the payment as it stands after the answer. */
  onAnswered: (payment: Payment) => void;
}

type Asked = 'approve' | 'refuse' | 'bank' | null;

export function BankQuestion({ payment, onAnswered }: BankQuestionProps) {
  const { isSandbox, stripePublishableKey } = useSettings();
  const [asked, setAsked] = useState<Asked>(null);
  const [problem, setProblem] = useState('');
  const panel = useRef<HTMLElement>(null);

  const ask = async (which: Asked, question: () => Promise<Payment>) => {
    setAsked(which);
    setProblem('');
    try {
      onAnswered(await question());
    } catch (thrown) {
      setProblem(errorMessage(thrown));
    }
    // Where the bank still asks, it can be answered again.
    setAsked(null);
  };
  const atTheBank = async (): Promise<Payment> => {
    const { stripeFor } = await import('./stripe');
    const stripe = await stripeFor(stripePublishableKey);
    const comeBack = stepAside(panel.current);
    try {
      // What became of it is the host's to say: it looks the payment up.
      await stripe.handleNextAction({ clientSecret: payment.clientSecret ?? '' });
    } finally {
      comeBack();
    }
    return services.payments['GET /payment/transactions/:id']({ params: { id: payment._id } });
  };

  const price = formatCurrency(payment.totalPrice, payment.currency);
  return (
    <section ref={panel} className={styles.bank} aria-label={isSandbox ? 'Test bank' : 'Your bank'}>
      <h2 className={styles.title}>{isSandbox ? 'Test bank' : 'Your bank asks'}</h2>
      <p>
        {isSandbox
          ? `A bank would now ask its customer about ${price}. Here you answer for it.`
          : `Your bank wants you to confirm the payment of ${price}. Nothing is paid until you do.`}
      </p>
      {problem === '' ? null : <Notice tone="danger">{problem}</Notice>}
      <div className={styles.answers}>
        {isSandbox ? (
          <>
            <Button
              kind="primary"
              busy={asked === 'approve'}
              disabled={asked === 'refuse'}
              onPress={() =>
                void ask('approve', () =>
                  services.payments['POST /payment/transactions/:id/confirm']({ params: { id: payment._id }, body: { isApproved: true } }),
                )
              }
            >
              Approve payment
            </Button>
            <Button
              busy={asked === 'refuse'}
              disabled={asked === 'approve'}
              onPress={() =>
                void ask('refuse', () =>
                  services.payments['POST /payment/transactions/:id/confirm']({ params: { id: payment._id }, body: { isApproved: false } }),
                )
              }
            >
              Refuse payment
            </Button>
          </>
        ) : (
          <Button kind="primary" busy={asked === 'bank'} onPress={() => void ask('bank', atTheBank)}>
            Confirm at your bank
          </Button>
        )}
      </div>
    </section>
  );
}
