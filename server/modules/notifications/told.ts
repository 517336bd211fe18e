/** What somebody is told: the words follow the name of who caused it, where somebody did, and are a whole sentence else. */
import type { Right } from '@contract/kernel/rights';
import type { NotificationType } from '@contract/values';

export interface Told {
  type: NotificationType;
  /** Who caused it, or null. */
  actorId: string | null;
  /** Reads on after the actor's name: `sent you a tip of 20 tokens.` Without an actor it is a sentence of its own. */
  text: string;
  /** A path of the site. */
  link: string;
  /** Names what happened, such as `tip:<charge id>`: nobody is told of it twice. */
  event: string;
  /** What is not yet read of one group stands together: `like:feed:<id>`. */
  group?: string;
  /** What it takes to be told of it as an operator; `notifyOperators` says it. */
  right?: Right;
}

/** The same for everybody whom a performer's news concern. */
export interface SpreadTold extends Told {
  performerId: string;
  audience: 'followers' | 'subscribers' | 'both';
}
