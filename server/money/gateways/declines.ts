/** Decline codes of banks, and the message for the fan: what happened and what to do, without details that help a thief. */

export const declines = {
  card_declined: 'Your bank declined this card. Try another card or contact your bank.',
  insufficient_funds: 'This card doesn’t have enough funds. Try another card.',
  /** The same message as for any other decline, so that the holder of a stolen card learns nothing. */
  lost_or_stolen: 'Your bank declined this card. Try another card or contact your bank.',
  expired_card: 'This card has expired. Add a new one.',
  incorrect_cvc: 'The card’s security code is incorrect. Add the card again.',
  incorrect_number: 'The card number is incorrect. Add the card again.',
  limit_exceeded: 'This card has reached its limit. Try another card or try again tomorrow.',
  amount_not_supported: 'Your bank doesn’t allow payments of this amount. Choose another amount.',
  not_supported: 'This card can’t be used for this purchase. Try another card.',
  authentication_required: 'Your bank needs you to confirm this payment. Pay again to confirm it.',
  authentication_failed: 'The payment wasn’t confirmed with your bank. Try again or use another card.',
  card_gone: 'This card is no longer saved. Add it again or choose another.',
  try_again: 'Your bank didn’t respond. You weren’t charged. Try again in a few minutes.',
} as const;

export type DeclineCode = keyof typeof declines;

/** The outcome of a decline. */
export function declined(code: DeclineCode): { status: 'declined'; code: DeclineCode; message: string } {
  return { status: 'declined', code, message: declines[code] };
}
