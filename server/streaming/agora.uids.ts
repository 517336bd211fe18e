/**
 * The numbers that Agora knows people by, from 1 to 2³² − 1. It takes names too, but its RESTful API does not: by name nobody could
 * be put out. A number is let in once and closes its earlier connection, so each window of a viewer has one of its own, and a
 * publisher always the same: whoever publishes anew takes the place of what was there.
 */
import { createHash } from 'node:crypto';

/** Below are the publishers' numbers, from here on the viewers': no viewer ever takes a publisher's place. */
const viewersFrom = 2 ** 24;
const numbersEnd = 2 ** 32;

/** A person's windows that may be open in a room at once; the next takes the place of the oldest. */
export const windows_max = 5;

export interface Place {
  room: string;
  identity: string;
  /** How often her numbers were made worthless before. */
  generation: number;
}

/** Whether a number is a publisher's; viewers have higher ones. */
export const isPublisherUid = (uid: number): boolean => uid < viewersFrom;

function digestOf({ room, identity, generation }: Place, place: string): number {
  return createHash('sha256').update([room, identity, generation, place].join('\n')).digest().readUInt32BE(0);
}

/** The one number by which somebody publishes. */
export const publisherUid = (place: Place): number => 1 + (digestOf(place, 'publisher') % (viewersFrom - 1));

/** The numbers of a viewer's windows; `attempt` gives others, for when one of them is somebody else's in that room. */
export function viewerUids(place: Place, attempt = 0): number[] {
  return Array.from(
    { length: windows_max },
    (_none, window) => viewersFrom + (digestOf(place, `viewer ${window} ${attempt}`) % (numbersEnd - viewersFrom)),
  );
}
