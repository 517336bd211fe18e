/** Where helpers of performers go. Addresses alone: every page that may send somebody there brings them. */

/** Where whoever helps finds whom, and comes back to. */
export const helpingPath = '/helping';

/** The first of the places that a helper's rights open. */
export const workPath = '/creator/content';
