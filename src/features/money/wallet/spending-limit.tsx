/** What a fan allows herself: a limit for the month, and from which tip on she wants to be asked once more. */
import { messages } from '@contract/kernel/errors';
import { useForm } from 'react-hook-form';
import { shortDate } from '@web/lib/i18n/dates';
import { amountFrom, shortTokens, spokenTokens } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useIntents } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSend } from '@web/forms/use-send';
import { userReplaced } from '@web/session/store/user.slice';
import { Button } from '@web/ui/actions/button';
import { AmountField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import styles from './wallet.module.css';

interface Values {
  monthlySpendingLimit: string;
  confirmTipAbove: string;
}

const textOf = (amount: number | null): string => (amount === null ? '' : String(amount));
const amountOrNone = {
  validate: (text: string) => text.trim() === '' || amountFrom(text) !== null || 'Enter an amount, or leave it empty.',
};

export function SpendingLimit({ user }: { user: CurrentUser }) {
  const tell = useIntents();
  const { data: spending, mutate } = useEndpoint('GET /wallet/spending', {});
  const form = useForm<Values>({
    defaultValues: { monthlySpendingLimit: textOf(user.monthlySpendingLimit), confirmTipAbove: textOf(user.confirmTipAbove) },
  });
  const { errors } = form.formState;
  const { busy, problem, submit } = useSend(
    form,
    async (values) => {
      const changes = {
        monthlySpendingLimit: amountFrom(values.monthlySpendingLimit),
        confirmTipAbove: amountFrom(values.confirmTipAbove),
      };
      tell(userReplaced(await services.users['PUT /users']({ body: changes })));
      showToast({ tone: 'ok', text: messages.saved });
      void mutate();
    },
    { otherwise: messages.saveFailed },
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
            {spending.limit === null ? ' tokens' : ` of ${spokenTokens(spending.limit)}`}. It starts anew on{' '}
            {shortDate(spending.until, undefined, 'UTC')}.
          </p>
          {spending.reserved > 0 ? (
            <p className={styles.quiet}>{`${spokenTokens(spending.reserved)} set aside for a private show count too.`}</p>
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
      <form className={styles.form} noValidate onSubmit={submit}>
        <AmountField
          label="Most to spend in a month"
          optional
          unit="tokens"
          hint="Empty for no limit."
          error={errors.monthlySpendingLimit}
          {...form.register('monthlySpendingLimit', amountOrNone)}
        />
        <AmountField
          label="Ask once more for tips above"
          optional
          unit="tokens"
          hint="Empty to be never asked."
          error={errors.confirmTipAbove}
          {...form.register('confirmTipAbove', amountOrNone)}
        />
        {problem === null ? null : <Notice tone="danger">{problem.message}</Notice>}
        <div>
          <Button type="submit" busy={busy}>
            Save limits
          </Button>
        </div>
      </form>
    </section>
  );
}
