/**
 * Numeric user ids for Agora, from 1 to 2³² − 1. Agora accepts string ids too, but its RESTful API does not, so evictions need numbers. A
 * second connection with the same uid closes the first. Therefore each window of a viewer has a separate uid, and a publisher always has
 * the same, so that a new publishing window replaces the old one.
 */
import { createHash } from 'node:crypto';

/** Publishers have uids below this, viewers from here on, so a viewer can never replace a publisher. */
const viewersFrom = 2 ** 24;
const numbersEnd = 2 ** 32;

/** The maximum number of windows per person and room; a further window replaces the oldest. */
export const windows_max = 5;

export interface UidSource {
  room: string;
  identity: string;
  /** How many times the person's uids have been barred before. */
  generation: number;
}

/** Whether a uid belongs to a publisher. */
export const isPublisherUid = (uid: number): boolean => uid < viewersFrom;

function digestOf({ room, identity, generation }: UidSource, purpose: string): number {
  return createHash('sha256').update([room, identity, generation, purpose].join('\n')).digest().readUInt32BE(0);
}

/** The uid a person publishes with. */
export const publisherUid = (source: UidSource): number => 1 + (digestOf(source, 'publisher') % (viewersFrom - 1));

/** The uids of a viewer's windows. `attempt` derives other uids after a collision with another person in the room. */
export function viewerUids(source: UidSource, attempt = 0): number[] {
  return Array.from(
    { length: windows_max },
    (_none, window) => viewersFrom + (digestOf(source, `viewer ${window} ${attempt}`) % (numbersEnd - viewersFrom)),
  );
}
