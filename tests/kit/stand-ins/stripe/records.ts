/** What the stand-in's parts share: ids, the time, and the events that come of what they do. */
import type { Clock } from '@server/platform/context';
import { recordOf, type Json, type Params } from './objects';

export interface StripeEvent extends Json {
  id: string;
  created: number;
  type: string;
  data: { object: Json };
}

export class StripeRecords {
  private count = 0;
  readonly events: StripeEvent[] = [];

  constructor(private readonly clock: Clock) {}

  /** Makes an event of an object as it is now. */
  tell(type: string, object: Json, more: Json = {}, created = this.now()): StripeEvent {
    const event = {
      id: this.newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created,
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      ...more,
    };
    this.events.push(event);
    return event;
  }

  listEvents(params: Params): StripeEvent[] {
    const types = Object.values(recordOf(params['types']));
    const from = Number(recordOf(params['created'])['gte'] ?? 0);
    return this.events
      .filter(({ created, type }) => created >= from && (types.length === 0 || types.includes(type)))
      .reverse()
      .sort((one, other) => other.created - one.created);
  }

  newId(prefix: string): string {
    this.count += 1;
    return `${prefix}_standin${String(this.count).padStart(8, '0')}`;
  }

  now(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}
