/** A serializable error for the store, with a message for the screen. */
import { translateMessage } from '@web/lib/i18n/server-messages';
import { ApiError } from '@web/services/api-error';
import type { ApiErrorCode } from '@web/services/api-error';

export interface SerializedError {
  /** Null for errors other than `ApiError`. */
  code: ApiErrorCode | null;
  message: string;
  issues: { path: string; message: string }[];
  retryAfter_s: number | null;
  /** Gives a person with a suspended account access to the decision. */
  appealToken?: string;
}

/** One message for forms without field errors: that of the first invalid field, else that of the error. */
export const firstErrorMessage = ({ issues, message }: SerializedError): string => issues[0]?.message ?? message;

/** Serializes a thrown value: with the server’s message, or `fallbackMessage` if it has none. */
export function serializeError(thrown: unknown, fallbackMessage: string): SerializedError {
  if (!(thrown instanceof ApiError)) return { code: null, message: translateMessage(fallbackMessage), issues: [], retryAfter_s: null };
  const message = translateMessage(thrown.isFromServer ? thrown.message : fallbackMessage);
  return {
    code: thrown.error,
    message: message || translateMessage(fallbackMessage),
    issues: thrown.issues.map(({ path, message: text }) => ({ path, message: translateMessage(text) })),
    retryAfter_s: thrown.retryAfter_s,
    ...(thrown.appealToken === null ? {} : { appealToken: thrown.appealToken }),
  };
}
