/** The sandbox's stored objects. A charge's state is computed from the current time, so late settlement needs no job. */
import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/db';
import { sandboxObjects } from '../../platform/db/schema/sandbox';
import { declined, type DeclineCode } from './declines';
import { GatewayRejected, type ChargeOutcome } from './gateway';
import { testCardBehaviors, settlesAfter_s } from './sandbox.cards';

export type SandboxObject = typeof sandboxObjects.$inferSelect;
type NewSandboxObject = Omit<typeof sandboxObjects.$inferInsert, 'key' | 'digest'>;

export const secondsAfter = (instant: Date, seconds: number): Date => new Date(instant.getTime() + seconds * 1000);

/** Stores an object under its key, or returns the stored one for the same payload. Rejects with `key_reused` for another payload. */
export async function storeOnce(db: Db, params: { key: string }, object: NewSandboxObject): Promise<SandboxObject> {
  const digest = digestOf(object.kind, params);
  await db
    .insert(sandboxObjects)
    .values({ ...object, key: params.key, digest })
    .onConflictDoNothing({ target: sandboxObjects.key });
  const stored = await findSandboxObject(db, { key: params.key });
  if (stored?.digest !== digest) throw new GatewayRejected('key_reused', `The key ${params.key} was already used for another operation`);
  return stored;
}

/** The object with that key or id, or null; with `kind`, only one of that kind. */
export async function findSandboxObject(
  db: Db,
  filter: { key?: string; id?: string; kind?: SandboxObject['kind'] },
): Promise<SandboxObject | null> {
  const conditions = [
    filter.key === undefined ? undefined : eq(sandboxObjects.key, filter.key),
    filter.id === undefined ? undefined : eq(sandboxObjects.id, filter.id),
    filter.kind === undefined ? undefined : eq(sandboxObjects.kind, filter.kind),
  ];
  const [object] = await db
    .select()
    .from(sandboxObjects)
    .where(and(...conditions))
    .limit(1);
  return object ?? null;
}

/** When a delayed payment settles; null for other charges. */
export function settlesAt(charge: SandboxObject): Date | null {
  return charge.status === 'processing' ? secondsAfter(charge.createdAt, settlesAfter_s) : null;
}

/** The state of a charge at `now`. */
export function outcomeOf(charge: SandboxObject, now: Date): ChargeOutcome {
  const chargeId = charge.id;
  const settled = settlesAt(charge);
  if (settled !== null && now >= settled) {
    const behavior = charge.token === null ? null : testCardBehaviors[charge.token];
    const code = behavior?.kind === 'settles_late' ? behavior.code : null;
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

function succeeded(charge: SandboxObject): ChargeOutcome {
  return { status: 'succeeded', chargeId: charge.id, amount_cents: charge.amount_cents ?? 0n };
}

function digestOf(kind: string, params: object): string {
  const content = JSON.stringify([kind, params], (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
  return createHash('sha256').update(content).digest('base64url');
}
