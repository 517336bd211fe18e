/** The bank account for payouts. Countries with IBAN are asked for that, others for number and routing code. */
import { messages } from '@contract/kernel/errors';
import { useForm, useWatch } from 'react-hook-form';
import { CountryField } from '@web/forms/country-field';
import { services } from '@web/services/services';
import { useIntents } from '@web/session/store/hooks';
import { refreshAsked } from '@web/session/intents';
import { showToast } from '@web/ui/feedback/toast-queue';
import type { WithProof } from '@web/forms/use-reauthentication';
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
  /** The performer's own country, as a first proposal. */
  country: string | null;
  withProof: WithProof;
}

const required = (words: string) => ({ validate: (text: string) => text.trim() !== '' || words });
const number = { validate: (text: string) => /^[A-Za-z0-9 -]{4,34}$/.test(text.trim()) || 'Use 4 to 34 digits and letters.' };
const given = (text: string): string | undefined => text.trim() || undefined;

export function BankForm({ stored, isChosen, country, withProof }: BankFormProps) {
  const ask = useIntents();
  // Numbers of an account are not kept in the browser: this form has no draft.
  const form = useForm({
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
  });
  const { register, control, formState, resetField } = form;
  const { errors } = formState;
  const isIban = usesIban(useWatch({ control, name: 'country' }));
  const { busy, problem, submit } = useSend(
    form,
    async (values) => {
      const { firstName, lastName, bankName } = values;
      const account = isIban
        ? { iban: values.iban.trim() }
        : { accountNumber: values.accountNumber.trim(), routing: given(values.routing) };
      const saved = await withProof(() =>
        services.performers['PUT /performers/:id/banking-settings']({
          params: { id: 'me' },
          body: {
            firstName: firstName.trim(),
            lastName: lastName.trim(),
            bankName: bankName.trim(),
            country: values.country,
            swift: given(values.swift),
            ...account,
          },
        }),
      );
      if (saved === null) return;
      for (const field of ['iban', 'accountNumber', 'routing', 'swift'] as const) resetField(field, { defaultValue: '' });
      showToast({ tone: 'ok', text: messages.saved });
      ask(refreshAsked());
    },
    { otherwise: messages.saveFailed },
  );

  return (
    <FormSection
      title="Bank account"
      description="Stored encrypted. We write to you whenever it changes."
      busy={busy}
      result={problem ? { tone: 'danger', text: problem.message } : null}
      onSave={submit}
      saveLabel="Save bank account"
    >
      {stored ? (
        <Notice tone={isChosen ? 'ok' : 'hint'} title={isChosen ? 'Payouts go here' : 'On file'}>
          {stored.bankName} ({stored.country}), {stored.firstName} {stored.lastName}, account •••• {stored.last4}
        </Notice>
      ) : null}
      <div className={styles.pair}>
        <TextField
          label="First name"
          autoComplete="given-name"
          error={errors.firstName}
          {...register('firstName', required('Enter the first name of the account’s owner.'))}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          error={errors.lastName}
          {...register('lastName', required('Enter the last name of the account’s owner.'))}
        />
      </div>
      <CountryField control={control} name="country" label="Country of the bank" required="Choose the country of the bank." />
      <TextField
        label="Bank"
        autoComplete="off"
        error={errors.bankName}
        {...register('bankName', required('Enter the name of the bank.'))}
      />
      {isIban ? (
        <TextField key="iban" label="IBAN" autoComplete="off" spellCheck={false} error={errors.iban} {...register('iban', number)} />
      ) : (
        <div className={styles.pair} key="number">
          <TextField
            label="Account number"
            autoComplete="off"
            spellCheck={false}
            error={errors.accountNumber}
            {...register('accountNumber', number)}
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
