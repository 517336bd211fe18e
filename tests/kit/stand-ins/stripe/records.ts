/** State that the parts of the Stripe stand-in share: ids, the time, and the events. */
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

  /** Adds an event with a copy of the object's current state. */
  addEvent(type: string, object: Json, fields: Json = {}, created = this.now()): StripeEvent {
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
      ...fields,
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
      .sort((first, second) => second.created - first.created);
  }

  newId(prefix: string): string {
    this.count += 1;
    return `${prefix}_standin${String(this.count).padStart(8, '0')}`;
  }

  now(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}
