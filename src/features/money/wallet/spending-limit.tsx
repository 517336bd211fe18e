/** A fan's own limits: a monthly limit, and the amount above which a tip needs a confirmation. */
import * as messages from '@contract/kernel/messages';
import { useForm } from 'react-hook-form';
import { shortDate } from '@web/lib/i18n/dates';
import { shortTokens, formatTokenCount } from '@web/lib/i18n/money';
import { parseOptional, typedAmount } from '@web/lib/typed-number';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useAppDispatch } from '@web/session/store/hooks';
import { contractResolver } from '@web/forms/contract-resolver';
import type { CurrentUser } from '@web/services/current-user';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSend } from '@web/forms/use-send';
import { userReplaced } from '@web/session/store/user.slice';
import { Button } from '@web/ui/actions/button';
import { AmountField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Form } from '@web/ui/forms/form';
import styles from './wallet.module.css';

interface Values {
  monthlySpendingLimit: string;
  confirmTipAbove: string;
}

const textOf = (amount: number | null): string => (amount === null ? '' : String(amount));
const bodyOf = (values: Values) => ({
  monthlySpendingLimit: parseOptional(values.monthlySpendingLimit, typedAmount),
  confirmTipAbove: parseOptional(values.confirmTipAbove, typedAmount),
});

export function SpendingLimit({ user }: { user: CurrentUser }) {
  const dispatch = useAppDispatch();
  const { data: spending, mutate } = useEndpoint('GET /wallet/spending', {});
  const form = useForm<Values>({
    defaultValues: { monthlySpendingLimit: textOf(user.monthlySpendingLimit), confirmTipAbove: textOf(user.confirmTipAbove) },
    resolver: contractResolver('PUT /users', () => import('@contract/people/users'), bodyOf, {
      monthlySpendingLimit: { text: 'Enter an amount or leave it blank.' },
      confirmTipAbove: { text: 'Enter an amount or leave it blank.' },
    }),
  });
  const { errors } = form.formState;
  const { busy, error, submit } = useSend(
    form,
    async (values) => {
      dispatch(userReplaced(await services.users['PUT /users']({ body: bodyOf(values) })));
      showToast({ tone: 'ok', text: messages.saved });
      void mutate();
    },
    { fallbackMessage: messages.saveFailed },
  );
  return (
    <section className={styles.panel} aria-labelledby="spending">
      <h2 id="spending" className={styles.panelTitle}>
        Your limits
      </h2>
      {spending === undefined ? null : (
        <div>
          <p className={styles.quiet}>
            Spent this month: {shortTokens(spending.spent)}
            {spending.limit === null ? ' tokens' : ` of ${formatTokenCount(spending.limit)}`}. Resets on{' '}
            {shortDate(spending.until, undefined, 'UTC')}.
          </p>
          {spending.reserved > 0 ? (
            <p className={styles.quiet}>{`Also counted: ${formatTokenCount(spending.reserved)} reserved for a private show.`}</p>
          ) : null}
          {spending.limit === null || spending.limit === 0 ? null : (
            <progress
              className={styles.meter}
              aria-label="Spent this month"
              value={Math.min(spending.spent, spending.limit)}
              max={spending.limit}
            />
          )}
        </div>
      )}
      <Form className={styles.form} onSubmit={submit}>
        <AmountField
          label="Monthly spending limit"
          optional
          unit="tokens"
          hint="Leave blank for no limit."
          error={errors.monthlySpendingLimit}
          {...form.register('monthlySpendingLimit')}
        />
        <AmountField
          label="Confirm tips above"
          optional
          unit="tokens"
          hint="Leave blank to skip confirmation."
          error={errors.confirmTipAbove}
          {...form.register('confirmTipAbove')}
        />
        {error === null ? null : <Notice tone="danger">{error.message}</Notice>}
        <div>
          <Button type="submit" busy={busy}>
            Save limits
          </Button>
        </div>
      </Form>
    </section>
  );
}
