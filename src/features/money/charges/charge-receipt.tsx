/** What was paid from the wallet: to whom, who got what of it, and what it left. */
import { fullDate } from '@web/lib/i18n/dates';
import { shortTokens, spokenTokens, sumOf } from '@web/lib/i18n/money';
import type { AnswerOf } from '@web/services/call';
import { Facts } from '@web/ui/display/description-list';
import { towards } from '@web/ui/onward';

export type Charge = AnswerOf<'GET /wallet/charges/search'>['data'][number];

export function ChargeReceipt({ charge }: { charge: Charge }) {
  const { price, performer, commission, earning, refunded, balanceAfter, text, createdAt, _id } = charge;
  return (
    <Facts
      facts={[
        {
          label: 'Split',
          value: `You pay ${shortTokens(price)} · ${performer.name} receives ${shortTokens(earning)} · site keeps ${shortTokens(commission)}`,
        },
        ...(text === '' ? [] : [{ label: 'Your words', value: text }]),
        ...(refunded === 0 ? [] : [{ label: 'Given back', value: spokenTokens(refunded) }]),
        ...(balanceAfter === null
          ? []
          : [{ label: 'Balance', value: `${shortTokens(sumOf(balanceAfter, price))} ${towards()} ${shortTokens(balanceAfter)}` }]),
        { label: 'Date', value: fullDate(createdAt) },
        { label: 'Number', value: _id },
      ]}
    />
  );
}
