/** Where helpers of performers go. Addresses alone: every page that may send somebody there brings them. */
import type { HelperRight } from '@contract/kernel/delegate-rights';

/** Where whoever helps finds whom, and comes back to. */
export const helpingPath = '/helping';

/** Where each right leads. */
const placeOf: Readonly<Record<HelperRight, string>> = { content: '/creator/content', messages: '/messages' };

/** Where helpers find the content of whom they help. */
export const workPath = placeOf.content;

/** The first of the places that these rights open. */
export const firstPlace = (rights: readonly HelperRight[]): string => placeOf[rights[0] ?? 'content'];
