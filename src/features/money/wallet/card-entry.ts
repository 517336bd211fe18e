/** The result of the card fields: a gateway token, whichever component renders the fields. The API never receives the card number. */
import { clientErrors } from '@contract/kernel/client-errors';
import { ApiError } from '@web/services/api-error';

export interface TokenizedCard {
  token: string;
  /** The brand and last digits, where the browser knows them. */
  display?: { brand: string; last4: string };
}

/** The handle of the fields. Rejects with `ApiError`, after marking the invalid fields. */
export interface CardEntry {
  tokenize: () => Promise<TokenizedCard>;
}

/** The error of an invalid card that was not sent. */
export function invalidCardError(message?: string): ApiError {
  const [statusCode, defaultMessage] = clientErrors.card_invalid;
  return new ApiError({ statusCode, error: 'card_invalid', message: message ?? defaultMessage, requestId: '' });
}
