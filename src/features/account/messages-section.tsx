/** Who may write to a performer, and what a message costs. */
import { limits } from '@contract/limits';
import { amountFrom } from '@web/lib/money';
import { useDraftedForm } from '@web/session/use-draft';
import { AmountField, SelectField } from '@web/ui/fields';
import { FormSection } from '@web/ui/form-section';
import { usePerformer } from './use-performer';
import type { Performer } from './use-performer';
import { useProfileForm } from './use-profile-form';

interface Values {
  messageAudience: Performer['messageAudience'];
  messagePrice: string;
}

const audiences: { value: Performer['messageAudience']; label: string }[] = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'followers', label: 'People who follow me' },
  { value: 'subscribers', label: 'Subscribers' },
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
  const { register, formState } = form;
  const { errors } = formState;
  const saving = useProfileForm(form, ({ messageAudience, messagePrice }) => ({
    messageAudience,
    messagePrice: amountFrom(messagePrice) ?? 0,
  }));
  return (
    <FormSection title="Messages" description="You can always answer, and write first, free of charge." {...saving}>
      <SelectField label="Who may write to me" options={audiences} error={errors.messageAudience} {...register('messageAudience')} />
      <AmountField
        label="Price per message"
        unit="tokens"
        hint={`0 makes messages free. At most ${String(most)}.`}
        error={errors.messagePrice}
        {...register('messagePrice', {
          validate: (text) => {
            const amount = amountFrom(text);
            return (amount !== null && amount <= most) || `Enter an amount from 0 to ${String(most)}, with at most two decimals.`;
          },
        })}
      />
    </FormSection>
  );
}
