/** Who may message a performer, and the price of a message. */
import * as limits from '@contract/kernel/limits';
import { parseAmount, formatTokens, formatTokenCount } from '@web/lib/i18n/money';
import { typedAmount } from '@web/lib/typed-number';
import { NetAmount } from '@web/checkout/receives';
import { contractResolver } from '@web/forms/contract-resolver';
import { useDraftedForm } from '@web/forms/use-drafted-form';
import { AmountField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { Radios } from '@web/ui/forms/radios';
import { usePerformer } from '../shared/use-performer';
import type { Performer } from '../shared/use-performer';
import { useProfileForm } from '../shared/use-profile-form';
import styles from '../shared/account.module.css';

interface Values {
  messageAudience: Performer['messageAudience'];
  messagePrice: string;
}

const audiences: { value: Performer['messageAudience']; label: string; note: string }[] = [
  { value: 'everyone', label: 'Everyone', note: 'Anyone with an account.' },
  { value: 'followers', label: 'People who follow me', note: 'Following is free.' },
  { value: 'subscribers', label: 'Subscribers', note: 'While their subscription is active.' },
];
const maxPrice = limits.messagePriceMax;

export function MessagesSection() {
  const performer = usePerformer();
  return performer === null ? null : <MessagesForm performer={performer} />;
}

const changesOf = ({ messageAudience, messagePrice }: Values) => ({ messageAudience, messagePrice: typedAmount(messagePrice) });

function MessagesForm({ performer }: { performer: Performer }) {
  const form = useDraftedForm<Values>(
    {
      defaultValues: { messageAudience: performer.messageAudience, messagePrice: performer.messagePrice.toFixed(2) },
      resolver: contractResolver('PUT /performers/:id', () => import('@contract/people/performers'), changesOf, {
        messagePrice: { text: `Enter an amount from 0 to ${String(maxPrice)} with up to 2 decimals.` },
      }),
    },
    { draftKey: 'account-messages' },
  );
  const { register, watch, setValue, formState } = form;
  const { errors } = formState;
  const price = watch('messagePrice');
  const saving = useProfileForm(form, changesOf);
  return (
    <FormSection
      title="Messages"
      description="You can always message fans for free. Changes apply from each fan’s next message."
      {...saving}
    >
      <Radios
        label="Who can message you"
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
          hint={`Enter 0 for free messages. Maximum ${formatTokens(maxPrice)}.`}
          error={errors.messagePrice}
          {...register('messagePrice')}
        />
        <MessagePriceSplit text={price} />
      </div>
    </FormSection>
  );
}

/** What a fan pays per message, and how it is split. */
function MessagePriceSplit({ text }: { text: string }) {
  const price = parseAmount(text);
  if (price === null || price > maxPrice) return null;
  if (price === 0) return <p className={styles.split}>Fans can message you for free.</p>;
  return (
    <>
      <p className={styles.split}>Fans pay {formatTokenCount(price)} per message.</p>
      <NetAmount text={text} />
    </>
  );
}
