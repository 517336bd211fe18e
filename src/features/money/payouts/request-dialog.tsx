/** Requests a payout, or changes a pending request: amount and payout method. */
import * as limits from '@contract/kernel/limits';
import * as messages from '@contract/kernel/messages';
import { payoutMethods } from '@contract/kernel/values/money';
import { formatTokens, parseAmount, sumOf } from '@web/lib/i18n/money';
import { typedAmount } from '@web/lib/typed-number';
import { payoutMethodLabels } from '@web/lib/wording/money-labels';
import { services } from '@web/services/services';
import { useCurrentUser } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { usePayment } from '@web/checkout/use-payment';
import { contractResolver } from '@web/forms/contract-resolver';
import { Button } from '@web/ui/actions/button';
import { AmountField, SelectField, TextAreaField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import { useForm, useWatch } from 'react-hook-form';
import type { Holdings, Payout } from './payouts-panel';
import { Form } from '@web/ui/forms/form';
import styles from './payouts.module.css';

interface RequestDialogProps {
  holdings: Holdings;
  /** The request to change, or null for a new one. */
  openRequest: Payout | null;
  onClose: () => void;
  onDone: () => void;
}

type Method = Payout['method'];
interface Values {
  amount: string;
  method: Method;
  requestNote: string;
}

/** The performer's payout methods, in the order in which they are offered. */
function useMethods(): { value: Method; label: string }[] {
  const viewer = useCurrentUser();
  if (viewer?.isPerformer !== true) return [];
  const { banking, paypal, stripe } = viewer.payoutMethods;
  const names: Record<Method, string | null> = {
    banking: banking === null ? null : `${banking.bankName} •••• ${banking.last4}`,
    paypal: paypal?.email ?? null,
    stripe: stripe?.isReady === true ? 'connected' : null,
  };
  return payoutMethods.flatMap((value) =>
    names[value] === null ? [] : [{ value, label: `${payoutMethodLabels[value]} (${names[value]})` }],
  );
}

const bodyOf = ({ amount, ...rest }: Values) => ({ ...rest, amount: typedAmount(amount) });

export function RequestDialog({ holdings, openRequest, onClose, onDone }: RequestDialogProps) {
  const viewer = useCurrentUser();
  const methods = useMethods();
  const maximum = sumOf(holdings.available, openRequest?.amount ?? 0);
  const preferred = viewer?.isPerformer === true ? viewer.payoutMethods.preferred : null;
  const form = useForm<Values>({
    defaultValues: {
      amount: (openRequest?.amount ?? maximum).toFixed(2),
      method: openRequest?.method ?? methods.find(({ value }) => value === preferred)?.value ?? methods[0]?.value ?? 'banking',
      requestNote: openRequest?.requestNote ?? '',
    },
    resolver: contractResolver('POST /payout-requests', () => import('@contract/money/earnings'), bodyOf, {
      amount: {
        text: 'Enter an amount with up to 2 decimals.',
        check: (text) => {
          if (typedAmount(text) < holdings.minimum) return `The minimum payout is ${formatTokens(holdings.minimum)} tokens.`;
          return typedAmount(text) > maximum && `You have ${formatTokens(maximum)} tokens available.`;
        },
      },
    }),
  });
  const { register, control, formState } = form;
  const payment = usePayment<Payout>();
  const amount = parseAmount(useWatch({ control, name: 'amount' }));

  const send = async (values: Values) => {
    const body = bodyOf(values);
    const saved = await payment.pay((idempotencyKey) =>
      openRequest === null
        ? services.earnings['POST /payout-requests']({ body }, { idempotencyKey })
        : services.earnings['PUT /payout-requests/:id']({ params: { id: openRequest._id }, body }, { idempotencyKey }),
    );
    if (saved === null) return;
    showToast({ tone: 'ok', text: openRequest === null ? `${formatTokens(saved.amount)} tokens requested` : messages.saved });
    onDone();
  };

  if (methods.length === 0) {
    return (
      <Sheet open title="Request payout" onClose={onClose}>
        <div className={styles.form}>
          <p>Choose where to send your money first: a bank account, PayPal or a Stripe account.</p>
          <div>
            <Button kind="primary" href="/creator/account?section=payout-method">
              Set up payout method
            </Button>
          </div>
        </div>
      </Sheet>
    );
  }
  const actionLabel = openRequest === null ? `Request ${amount === null ? '' : formatTokens(amount)}`.trim() : 'Save changes';
  return (
    <Sheet open title={openRequest === null ? 'Request payout' : 'Edit request'} onClose={onClose}>
      <Form className={styles.form} onSubmit={(event) => void form.handleSubmit(send)(event)}>
        <AmountField
          label="Amount"
          unit="tokens"
          hint={`From ${formatTokens(holdings.minimum)} to ${formatTokens(maximum)}.`}
          error={formState.errors.amount}
          {...register('amount')}
        />
        {amount === null || amount > maximum ? null : (
          <p className={styles.quiet}>{formatTokens(sumOf(maximum, -amount))} tokens remain available.</p>
        )}
        <SelectField label="Payout method" options={methods} {...register('method')} />
        <TextAreaField label="Note to our team" optional rows={2} maxLength={limits.payoutNoteLengthMax} {...register('requestNote')} />
        {payment.error ? <Notice tone="danger">{payment.error.message}</Notice> : null}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={payment.state !== 'idle'}>
            {payment.state === 'checking' ? 'Checking…' : actionLabel}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </Form>
    </Sheet>
  );
}
