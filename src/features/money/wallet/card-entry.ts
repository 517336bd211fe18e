import { clientErrors } from '@contract/kernel/client-errors';
import { ApiError } from '@web/services/api-error';
/** The result of the fields of a new card, whichever component renders them: a gateway token. The server never sees the card number. */

export interface EnteredCard {
  token: string;
  /** The brand and last digits, where the browser knows them. */
  display?: { brand: string; last4: string };
}

/** The handle of the fields. Rejects with `ApiError`, after marking the invalid fields. */
export interface CardEntry {
  enter: () => Promise<EnteredCard>;
}

/** The error of an invalid card that was not sent. */
export function invalidCardError(message?: string): ApiError {
  const [statusCode, sentence] = clientErrors.card_invalid;
  return new ApiError({ statusCode, error: 'card_invalid', message: message ?? sentence, requestId: '' });
}
