/** Form fields for selling tickets to a scheduled show: whether, at which price, and how many. */
import * as limits from '@contract/kernel/limits';
import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { shortTokens, formatTokenCount } from '@web/lib/i18n/money';
import { parseOptional, typedAmount, wholeNumber } from '@web/lib/typed-number';
import { NetAmount } from '@web/checkout/receives';
import { SwitchField } from '@web/ui/forms/choice-fields';
import { AmountField, TextField } from '@web/ui/forms/fields';
import { checkPrice } from '../show-settings/studio-price';
import type { ShowValues } from './studio-schedule';
import styles from '../show-settings/studio.module.css';

/** Values as the fields hold them: prices and counts are text. */
export interface TicketValues {
  sellsTickets: boolean;
  ticketPrice: string;
  ticketCapacity: string;
}

export const noTickets: TicketValues = { sellsTickets: false, ticketPrice: '', ticketCapacity: '' };

const { min, max } = limits.stream.price;

export const ticketRules = () => ({
  ticketPrice: { check: checkPrice },
  ticketCapacity: { text: `Enter a whole number from 1 to ${String(limits.ticket.capacityMax)}, or leave this blank.` },
});

/** The ticket properties of the request body; none when no tickets are sold. */
export const ticketTerms = ({ sellsTickets, ticketPrice, ticketCapacity }: TicketValues) =>
  sellsTickets ? { ticketPrice: typedAmount(ticketPrice), ticketCapacity: parseOptional(ticketCapacity, wholeNumber) } : {};

export function TicketFields({ form }: { form: UseFormReturn<ShowValues> }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const [sellsTickets, price] = useWatch({ control, name: ['sellsTickets', 'ticketPrice'] });
  return (
    <>
      <SwitchField
        label="Sell tickets"
        hint="Fans pay in advance and don’t pay again to watch. Ticket earnings can be paid out after the stream."
        {...register('sellsTickets')}
      />
      {sellsTickets ? (
        <>
          <div className={styles.field}>
            <AmountField
              label="Ticket price"
              unit="tokens"
              hint={`From ${shortTokens(min)} to ${formatTokenCount(max)}.`}
              error={errors.ticketPrice}
              {...register('ticketPrice')}
            />
            <NetAmount text={price} />
          </div>
          <TextField
            label="Capacity"
            optional
            inputMode="numeric"
            hint="Maximum number of fans, with or without a ticket. Leave blank for no limit."
            error={errors.ticketCapacity}
            {...register('ticketCapacity')}
          />
        </>
      ) : null}
    </>
  );
}
