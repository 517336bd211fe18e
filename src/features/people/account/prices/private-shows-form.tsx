/** Whether a performer takes requests for private shows, what a minute costs, and how many minutes a fan has to have tokens for. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import { amountFrom, shortTokens, spokenTokens } from '@web/lib/i18n/money';
import { services } from '@web/services/services';
import { useIntents } from '@web/session/store/hooks';
import { refreshAsked } from '@web/session/intents';
import { Receives } from '@web/checkout/receives';
import { useSaving } from '@web/session/use-saving';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { AmountField, TextField } from '@web/ui/forms/fields';
import { FormSection } from '@web/ui/forms/form-section';
import type { Performer } from '../shared/use-performer';
import styles from '../shared/account.module.css';

const { minutePrice, minimumMinutes } = limits.privateShow;
const priceRange = `From ${shortTokens(minutePrice.min)} to ${spokenTokens(minutePrice.max)}`;
const minutesRange = `${String(minimumMinutes.min)} to ${String(minimumMinutes.max)}`;

function priceOf(text: string): number | null {
  const amount = amountFrom(text);
  return amount !== null && amount >= minutePrice.min && amount <= minutePrice.max ? amount : null;
}
function minutesOf(text: string): number | null {
  const minutes = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return minutes >= minimumMinutes.min && minutes <= minimumMinutes.max ? minutes : null;
}

export function PrivateShowsForm({ performer }: { performer: Performer }) {
  const tell = useIntents();
  const [isOffered, offer] = useState(performer.privateEnabled);
  const [price, setPrice] = useState(performer.privateMinutePrice.toFixed(2));
  const [minutes, setMinutes] = useState(String(performer.privateMinimumMinutes));
  const [isTold, tellFaults] = useState(false);
  const { busy, result, save } = useSaving();
  const [wishedPrice, wishedMinutes] = [priceOf(price), minutesOf(minutes)];
  const submit = async () => {
    tellFaults(isOffered);
    if (isOffered && (wishedPrice === null || wishedMinutes === null)) return;
    await save(async () => {
      await services.streaming['PUT /streaming/update']({
        body: {
          privateEnabled: isOffered,
          ...(wishedPrice === null ? {} : { privateMinutePrice: wishedPrice }),
          ...(wishedMinutes === null ? {} : { privateMinimumMinutes: wishedMinutes }),
        },
      });
      tell(refreshAsked());
    });
  };
  return (
    <FormSection
      title="Private shows"
      description="A fan asks, you accept or decline within a minute. Each begun minute is paid."
      busy={busy}
      result={result}
      saveLabel="Save private shows"
      onSave={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <SwitchField
        label="Take requests for private shows"
        hint="Your page offers them while you are online."
        checked={isOffered}
        onChange={(event) => offer(event.target.checked)}
      />
      {isOffered ? (
        <>
          <div className={styles.paper}>
            <AmountField
              label="Price per minute"
              unit="tokens"
              hint={`${priceRange}.`}
              error={isTold && wishedPrice === null ? `${priceRange}, with at most two decimals.` : undefined}
              value={price}
              onChange={(event) => setPrice(event.target.value)}
            />
            <Receives text={price} />
          </div>
          <TextField
            label="Minimum in minutes"
            inputMode="numeric"
            hint="A fan must have tokens for so many. They are set aside when you accept."
            error={isTold && wishedMinutes === null ? `Use ${minutesRange} minutes.` : undefined}
            value={minutes}
            onChange={(event) => setMinutes(event.target.value)}
          />
        </>
      ) : null}
    </FormSection>
  );
}
