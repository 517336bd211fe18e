/** Who may write to a performer, and what a message costs. */
import * as limits from '@contract/kernel/limits';
import { amountFrom, formatTokens, spokenTokens } from '@web/lib/i18n/money';
import { Receives } from '@web/checkout/receives';
import { useDraftedForm } from '@web/forms/use-draft';
import { AmountField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { Radios } from '@web/ui/forms/radios';
import { usePerformer } from '../shared/use-performer';
import type { Performer } from '../shared/use-performer';
import { useProfileForm } from '../../../account/use-profile-form';
import styles from '../shared/account.module.css';

interface Values {
  messageAudience: Performer['messageAudience'];
  messagePrice: string;
}

const audiences: { value: Performer['messageAudience']; label: string; note: string }[] = [
  { value: 'everyone', label: 'Everyone', note: 'Whoever has an account.' },
  { value: 'followers', label: 'People who follow me', note: 'Following costs nothing.' },
  { value: 'subscribers', label: 'Subscribers', note: 'While their subscription runs.' },
];
const most = limits.messagePriceMax;

export function MessagesSection() {
  const performer = usePerformer();
  return performer === null ? null : <MessagesForm performer={performer} />;
}

function MessagesForm({ performer }: { performer: Performer }) {
  const form = useDraftedForm<Values>(
    { defaultValues: { messageAudience: performer.messageAudience, messagePrice: performer.messagePrice.toFixed(2) } },
    { place: 'account-messages' },
  );
  const { register, watch, setValue, formState } = form;
  const { errors } = formState;
  const price = watch('messagePrice');
  const saving = useProfileForm(form, ({ messageAudience, messagePrice }) => ({
    messageAudience,
    messagePrice: amountFrom(messagePrice) ?? 0,
  }));
  return (
    <FormSection
      title="Messages"
      description="You can always answer, and write first, free of charge. What you set holds for the next message of every fan."
      {...saving}
    >
      <Radios
        label="Who may write to me"
        options={audiences}
        value={watch('messageAudience')}
        onChange={(chosen) => {
          const audience = audiences.find(({ value }) => value === chosen);
          if (audience) setValue('messageAudience', audience.value, { shouldDirty: true });
        }}
      />
      <div className={styles.paper}>
        <AmountField
          label="Price per message"
          unit="tokens"
          hint={`0 makes messages free. At most ${formatTokens(most)}.`}
          error={errors.messagePrice}
          {...register('messagePrice', {
            validate: (text) => {
              const amount = amountFrom(text);
              return (amount !== null && amount <= most) || `Enter an amount from 0 to ${String(most)}, with at most two decimals.`;
            },
          })}
        />
        <Pays text={price} />
      </div>
    </FormSection>
  );
}

/** What a fan pays for each message that she writes, and who gets it. */
function Pays({ text }: { text: string }) {
  const price = amountFrom(text);
  if (price === null || price > most) return null;
  if (price === 0) return <p className={styles.split}>Fans write to you free of charge.</p>;
  return (
    <>
      <p className={styles.split}>A fan pays {spokenTokens(price)} for each message to you.</p>
      <Receives text={text} />
    </>
  );
}
