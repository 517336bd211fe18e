/** What the sandbox keeps, and how a charge stands by the clock: late settlement needs no job, it is read from the time. */
import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/db';
import { sandboxActs } from '../../platform/db/schema/schema';
import { declined, type DeclineCode } from './declines';
import { GatewayRefused, type ChargeOutcome } from './gateway';
import { behaviours, settlesAfter_s } from './sandbox.cards';

export type Act = typeof sandboxActs.$inferSelect;
type NewAct = Omit<typeof sandboxActs.$inferInsert, 'key' | 'digest'>;

export const secondsAfter = (instant: Date, seconds: number): Date => new Date(instant.getTime() + seconds * 1000);

/** Keeps an act under its key, or gives back the one that stands there for the same order. */
export async function keepOnce(db: Db, order: { key: string }, act: NewAct): Promise<Act> {
  const digest = digestOf(act.kind, order);
  await db
    .insert(sandboxActs)
    .values({ ...act, key: order.key, digest })
    .onConflictDoNothing({ target: sandboxActs.key });
  const kept = await actOf(db, { key: order.key });
  if (kept?.digest !== digest) throw new GatewayRefused('key_reused', `The key ${order.key} named another act before`);
  return kept;
}

/** The act of that key or id, or null; with `kind`, only one of that kind. */
export async function actOf(db: Db, wanted: { key?: string; id?: string; kind?: Act['kind'] }): Promise<Act | null> {
  const conditions = [
    wanted.key === undefined ? undefined : eq(sandboxActs.key, wanted.key),
    wanted.id === undefined ? undefined : eq(sandboxActs.id, wanted.id),
    wanted.kind === undefined ? undefined : eq(sandboxActs.kind, wanted.kind),
  ];
  const [act] = await db
    .select()
    .from(sandboxActs)
    .where(and(...conditions))
    .limit(1);
  return act ?? null;
}

/** When a late payment settles, or null for the others. */
export function settlesAt(charge: Act): Date | null {
  return charge.status === 'processing' ? secondsAfter(charge.createdAt, settlesAfter_s) : null;
}

/** How a charge stands at `now`. */
export function outcomeOf(charge: Act, now: Date): ChargeOutcome {
  const chargeId = charge.id;
  const settled = settlesAt(charge);
  if (settled !== null && now >= settled) {
    const behaviour = charge.token === null ? null : behaviours[charge.token];
    const code = behaviour?.does === 'settles_late' ? behaviour.code : null;
    return code === null ? succeeded(charge) : { ...declined(code), chargeId };
  }
  switch (charge.status) {
    case 'succeeded':
      return succeeded(charge);
    case 'requires_action':
      return { status: 'requires_action', chargeId, clientSecret: charge.secret ?? '' };
    case 'declined':
      return { ...declined((charge.decline ?? 'card_declined') as DeclineCode), chargeId };
    case 'canceled':
      return { status: 'canceled', chargeId };
    default:
      return { status: 'processing', chargeId };
  }
}

function succeeded(charge: Act): ChargeOutcome {
  return { status: 'succeeded', chargeId: charge.id, amount_cents: charge.amount_cents ?? 0n };
}

function digestOf(kind: string, order: object): string {
  const content = JSON.stringify([kind, order], (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
  return createHash('sha256').update(content).digest('base64url');
}
