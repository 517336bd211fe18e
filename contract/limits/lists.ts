/** Limits of lists, searches and answers on screen. */

export const searchLengthMax = 100;
/** A place in a list names the last row's value: a title of 150 characters has up to four bytes each, and grows when it is written down. */
export const cursorLengthMax = 1200;
/** Words of a search that count, and how many known words a part of one, or one with a typing error, may mean. */
export const typed = { words: 8, parts: 10, similar: 3 } as const;
/** Addresses that search engines are told of in one answer, and in one list of one kind. */
export const addressesAtOnce = 1_000;
export const addressesMax = 50_000;
/** A search is shown to others once so many people have made it. */
export const keywordPeopleMin = 5;
/**
 * Matches of a list are counted up to `countedMax`, of what guests search up to `countedInSearchMax`, and conversations and
 * words in one up to `countedInTalksMax`: more costs more than it tells.
 */
export const page = {
  limitDefault: 10,
  limitMax: 100,
  offsetMax: 10_000,
  countedMax: 10_000,
  countedInSearchMax: 1_000,
  countedInTalksMax: 100,
} as const;
/** Unread things are counted up to this, which screens show as one less and a plus: telling of one more costs the same for ever. */
export const unreadCountedMax = 100;
export const undo_s = 8;
export const toast_ms = 5000;
