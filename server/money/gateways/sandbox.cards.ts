/** The behavior of each test card, and the delays of the sandbox's bank. */
import type { TestCardToken } from '@contract/money/test-cards';
import type { DeclineCode } from './declines';

export const settlesAfter_s = 60;
export const disputedAfter_s = 3_600;
/** A dispute without an answer is lost this long after the payment. */
export const disputeLostAfter_s = 2 * 86_400;
/** A dispute with evidence is won this long after the answer. */
export const disputeWonAfter_s = 60;

export type TestCardBehavior =
  | { kind: 'pays' }
  | { kind: 'declines'; code: DeclineCode }
  | { kind: 'requires_action' }
  | { kind: 'refuses_saving'; code: DeclineCode }
  | { kind: 'declines_off_session'; code: DeclineCode }
  /** `code` null: it settles. Otherwise it is declined with `code`. */
  | { kind: 'settles_late'; code: DeclineCode | null }
  | { kind: 'disputes' };

export const testCardBehaviors: Record<TestCardToken, TestCardBehavior> = {
  test_visa: { kind: 'pays' },
  test_mastercard: { kind: 'pays' },
  test_authentication: { kind: 'requires_action' },
  test_declined: { kind: 'declines', code: 'card_declined' },
  test_insufficient: { kind: 'declines', code: 'insufficient_funds' },
  test_lost: { kind: 'declines', code: 'lost_or_stolen' },
  test_stolen: { kind: 'declines', code: 'lost_or_stolen' },
  test_expired: { kind: 'declines', code: 'expired_card' },
  test_wrong_cvc: { kind: 'declines', code: 'incorrect_cvc' },
  test_unsavable: { kind: 'refuses_saving', code: 'card_declined' },
  test_no_renewals: { kind: 'declines_off_session', code: 'card_declined' },
  test_late_success: { kind: 'settles_late', code: null },
  test_late_failure: { kind: 'settles_late', code: 'card_declined' },
  test_dispute: { kind: 'disputes' },
};
