/** The bank account for payouts: an IBAN where the country uses one, otherwise account number and routing code. */
import * as messages from '@contract/kernel/messages';
import { useForm, useWatch } from 'react-hook-form';
import { CountryField } from '@web/forms/country-field';
import { services } from '@web/services/services';
import { useAppDispatch } from '@web/session/store/hooks';
import { refreshRequested } from '@web/session/store/intents';
import { contractResolver } from '@web/forms/contract-resolver';
import { showToast } from '@web/ui/feedback/toast-queue';
import type { WithReauthentication } from '@web/forms/use-reauthentication';
import { useSend } from '@web/forms/use-send';
import { TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { Notice } from '@web/ui/feedback/notice';
import { usesIban } from './iban-countries';
import type { Performer } from '../shared/use-performer';
import styles from '../shared/account.module.css';

interface BankFormProps {
  stored: Performer['payoutMethods']['banking'];
  isChosen: boolean;
  /** The performer's country, as the initial value. */
  country: string | null;
  withReauthentication: WithReauthentication;
}

type Values = Record<'firstName' | 'lastName' | 'bankName' | 'country' | 'iban' | 'accountNumber' | 'routing' | 'swift', string>;

const orUndefined = (text: string): string | undefined => text.trim() || undefined;
const bodyOf = ({ firstName, lastName, bankName, country, swift, iban, accountNumber, routing }: Values) => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  bankName: bankName.trim(),
  country,
  swift: orUndefined(swift),
  ...(usesIban(country) ? { iban: iban.trim() } : { accountNumber: accountNumber.trim(), routing: orUndefined(routing) }),
});

export function BankForm({ stored, isChosen, country, withReauthentication }: BankFormProps) {
  const dispatch = useAppDispatch();
  // Account numbers are not stored in the browser, so this form has no draft.
  const form = useForm<Values>({
    defaultValues: {
      firstName: stored?.firstName ?? '',
      lastName: stored?.lastName ?? '',
      bankName: stored?.bankName ?? '',
      country: stored?.country ?? country ?? '',
      iban: '',
      accountNumber: '',
      routing: '',
      swift: '',
    },
    resolver: contractResolver('PUT /performers/:id/banking-settings', () => import('@contract/people/performers'), bodyOf, {
      firstName: { empty: 'Enter the account holder’s first name.' },
      lastName: { empty: 'Enter the account holder’s last name.' },
      bankName: { empty: 'Enter the bank name.' },
      country: { empty: 'Choose your bank’s country.' },
      iban: { text: 'Use 4 to 34 digits and letters.' },
      accountNumber: { text: 'Use 4 to 34 digits and letters.' },
    }),
  });
  const { register, control, formState, resetField } = form;
  const { errors } = formState;
  const isIban = usesIban(useWatch({ control, name: 'country' }));
  const { busy, error, submit } = useSend(
    form,
    async (values) => {
      const saved = await withReauthentication(() =>
        services.performers['PUT /performers/:id/banking-settings']({ params: { id: 'me' }, body: bodyOf(values) }),
      );
      if (saved === null) return;
      for (const field of ['iban', 'accountNumber', 'routing', 'swift'] as const) resetField(field, { defaultValue: '' });
      showToast({ tone: 'ok', text: messages.saved });
      dispatch(refreshRequested());
    },
    { fallbackMessage: messages.saveFailed },
  );

  return (
    <FormSection
      title="Bank account"
      description="Stored encrypted. We email you whenever it changes."
      busy={busy}
      result={error ? { tone: 'danger', text: error.message } : null}
      onSave={submit}
      saveLabel="Save bank account"
    >
      {stored ? (
        <Notice tone={isChosen ? 'ok' : 'hint'} title={isChosen ? 'Payouts go here' : 'On file'}>
          {stored.bankName} ({stored.country}), {stored.firstName} {stored.lastName}, account •••• {stored.last4}
        </Notice>
      ) : null}
      <div className={styles.pair}>
        <TextField label="First name" autoComplete="given-name" error={errors.firstName} {...register('firstName')} />
        <TextField label="Last name" autoComplete="family-name" error={errors.lastName} {...register('lastName')} />
      </div>
      <CountryField control={control} name="country" label="Bank country" />
      <TextField label="Bank" autoComplete="off" error={errors.bankName} {...register('bankName')} />
      {isIban ? (
        <TextField key="iban" label="IBAN" autoComplete="off" spellCheck={false} error={errors.iban} {...register('iban')} />
      ) : (
        <div className={styles.pair} key="number">
          <TextField
            label="Account number"
            autoComplete="off"
            spellCheck={false}
            error={errors.accountNumber}
            {...register('accountNumber')}
          />
          <TextField
            label="Routing number"
            hint="Sort code, BSB or routing number."
            optional
            autoComplete="off"
            error={errors.routing}
            {...register('routing')}
          />
        </div>
      )}
      <TextField label="SWIFT or BIC" optional autoComplete="off" spellCheck={false} error={errors.swift} {...register('swift')} />
    </FormSection>
  );
}
