/** A notification to send. With an actor, the text continues after the actor's name; without one it is a complete sentence. */
import type { Right } from '@contract/kernel/rights';
import type { NotificationType } from '@contract/kernel/values/notifications';

export interface NotificationInput {
  type: NotificationType;
  /** Who caused it, or null. */
  actorId: string | null;
  /** Continues the actor's name, such as `sent you a tip of 20 tokens.`. A complete sentence if there is no actor. */
  text: string;
  /** A path of the site. */
  link: string;
  /** Identifies the event, such as `tip:<charge id>`. Each recipient is notified once per event. */
  event: string;
  /** Such as `like:feed:<id>`. Unread notifications of one group are merged into one row. */
  group?: string;
  /** The right an operator needs to see it; set by `notifyOperators`. */
  right?: Right;
}

/** A notification to the audience of a performer. */
export interface FanOutNotification extends NotificationInput {
  performerId: string;
  audience: 'followers' | 'subscribers' | 'both';
}
