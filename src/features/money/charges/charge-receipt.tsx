/** The receipt of a wallet payment: performer, split of the price, and the balance after it. */
import { fullDate } from '@web/lib/i18n/dates';
import { shortTokens, formatTokenCount, sumOf } from '@web/lib/i18n/money';
import type { ResponseOf } from '@web/services/call';
import { DescriptionList } from '@web/ui/display/description-list';
import { forwardArrow } from '@web/ui/core/reading-direction';

export type Charge = ResponseOf<'GET /wallet/charges/search'>['data'][number];

export function ChargeReceipt({ charge }: { charge: Charge }) {
  const { price, performer, commission, earning, refunded, balanceAfter, text, createdAt, _id } = charge;
  return (
    <DescriptionList
      details={[
        {
          label: 'Split',
          value: `You pay ${shortTokens(price)} · ${performer.name} receives ${shortTokens(earning)} · site keeps ${shortTokens(commission)}`,
        },
        ...(text === '' ? [] : [{ label: 'Your message', value: text }]),
        ...(refunded === 0 ? [] : [{ label: 'Refunded', value: formatTokenCount(refunded) }]),
        ...(balanceAfter === null
          ? []
          : [{ label: 'Balance', value: `${shortTokens(sumOf(balanceAfter, price))} ${forwardArrow()} ${shortTokens(balanceAfter)}` }]),
        { label: 'Date', value: fullDate(createdAt) },
        { label: 'Number', value: _id },
      ]}
    />
  );
}
