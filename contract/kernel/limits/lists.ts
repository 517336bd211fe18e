/** Limits of lists and toasts. Every page loads them. */

export const searchLengthMax = 100;
/**
 * Matches of a list are counted up to `countedMax`, in searches open to guests up to `countedInSearchMax`, and conversations and
 * messages up to `countedInConversationsMax`: a higher count is not worth its cost.
 */
export const page = {
  limitDefault: 10,
  limitMax: 100,
  offsetMax: 10_000,
  countedMax: 10_000,
  countedInSearchMax: 1_000,
  countedInConversationsMax: 100,
} as const;
export const undo_s = 8;
export const toast_ms = 5000;
