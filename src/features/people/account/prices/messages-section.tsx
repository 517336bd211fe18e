/** Who may write to a performer, and the price of a message. */
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
  { value: 'everyone', label: 'Everyone', note: 'Whoever has an account.' },
  { value: 'followers', label: 'People who follow me', note: 'Following costs nothing.' },
  { value: 'subscribers', label: 'Subscribers', note: 'While their subscription runs.' },
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
        messagePrice: { text: `Enter an amount from 0 to ${String(maxPrice)}, with at most two decimals.` },
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
          hint={`0 makes messages free. At most ${formatTokens(maxPrice)}.`}
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
  if (price === 0) return <p className={styles.split}>Fans write to you free of charge.</p>;
  return (
    <>
      <p className={styles.split}>A fan pays {formatTokenCount(price)} for each message to you.</p>
      <NetAmount text={text} />
    </>
  );
}
