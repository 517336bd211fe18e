/** What the fields of a new card give, whoever draws them: a token of the gateway. The number itself never reaches the host. */
import { ownRefusals } from '@contract/kernel/errors';
import { Refused } from '@web/services/api-error';

export interface EnteredCard {
  token: string;
  /** The face of the card, where the browser knows it. */
  face?: { brand: string; last4: string };
}

/** The handle of the fields. Rejects with `Refused`, having marked them, when they make no card. */
export interface CardEntry {
  enter: () => Promise<EnteredCard>;
}

/** The refusal of a card that was not even sent. */
export function notACard(message?: string): Refused {
  const [statusCode, sentence] = ownRefusals.card_invalid;
  return new Refused({ statusCode, error: 'card_invalid', message: message ?? sentence, requestId: '' });
}
