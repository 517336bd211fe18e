/** Whether a performer accepts private show requests, the price per minute, and the number of minutes that a fan's balance must cover. */
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { useForm, useWatch } from 'react-hook-form';
import { shortTokens, formatTokenCount } from '@web/lib/i18n/money';
import { typedAmount, wholeNumber } from '@web/lib/typed-number';
import { services } from '@web/services/services';
import { useAppDispatch } from '@web/session/store/hooks';
import { refreshRequested } from '@web/session/store/intents';
import { NetAmount } from '@web/checkout/receives';
import { contractResolver } from '@web/forms/contract-resolver';
import { useSend } from '@web/forms/use-send';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { AmountField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import { showToast } from '@web/ui/feedback/toast-queue';
import type { Performer } from '../shared/use-performer';
import styles from '../shared/account.module.css';

const { minutePrice, minimumMinutes } = limits.privateShow;
const priceRange = `From ${shortTokens(minutePrice.min)} to ${formatTokenCount(minutePrice.max)}`;
const isInRange = (price: number): boolean => price >= minutePrice.min && price <= minutePrice.max;
const minutesRange = `${String(minimumMinutes.min)} to ${String(minimumMinutes.max)}`;

interface Values {
  isEnabled: boolean;
  price: string;
  minutes: string;
}

/** The hidden fields of a performer who accepts no requests stay as they are. */
const bodyOf = ({ isEnabled, price, minutes }: Values) =>
  isEnabled
    ? { privateEnabled: true, privateMinutePrice: typedAmount(price), privateMinimumMinutes: wholeNumber(minutes) }
    : { privateEnabled: false };

export function PrivateShowsForm({ performer }: { performer: Performer }) {
  const dispatch = useAppDispatch();
  const form = useForm<Values>({
    defaultValues: {
      isEnabled: performer.privateEnabled,
      price: performer.privateMinutePrice.toFixed(2),
      minutes: String(performer.privateMinimumMinutes),
    },
    resolver: contractResolver('PUT /streaming/update', () => import('@contract/live/streaming'), bodyOf, {
      price: { check: (price) => !isInRange(typedAmount(price)) && `${priceRange}, with up to 2 decimals.` },
      minutes: { at: 'privateMinimumMinutes', text: `Enter ${minutesRange} minutes.` },
    }),
  });
  const { register, control, formState } = form;
  const { errors } = formState;
  const [isEnabled, price] = useWatch({ control, name: ['isEnabled', 'price'] });
  const { busy, error, submit } = useSend(
    form,
    async (values) => {
      await services.streaming['PUT /streaming/update']({ body: bodyOf(values) });
      dispatch(refreshRequested());
      showToast({ tone: 'ok', text: messages.saved });
    },
    { fallbackMessage: messages.saveFailed },
  );
  return (
    <FormSection
      title="Private shows"
      description="When a fan asks, you have 1 minute to accept or decline. Fans pay for every minute started."
      busy={busy}
      result={error ? { tone: 'danger', text: error.message } : null}
      saveLabel="Save private shows"
      onSave={submit}
    >
      <SwitchField label="Accept private show requests" hint="Available on your profile while you’re online." {...register('isEnabled')} />
      {isEnabled ? (
        <>
          <div className={styles.paper}>
            <AmountField label="Price per minute" unit="tokens" hint={`${priceRange}.`} error={errors.price} {...register('price')} />
            <NetAmount text={price} />
          </div>
          <TextField
            label="Minimum minutes"
            inputMode="numeric"
            hint="Fans need enough tokens for this many minutes. We reserve them when you accept."
            error={errors.minutes}
            {...register('minutes')}
          />
        </>
      ) : null}
    </FormSection>
  );
}
