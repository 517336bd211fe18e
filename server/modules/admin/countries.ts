/** Countries to which the whole site is closed. */
import type { Api } from '@contract/api';
import type { Result } from '@contract/endpoint';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { notify } from '../../platform/db/listen';
import { blockedCountries } from '../../platform/db/schema/schema';
import { takeTurn } from '../../platform/db/advisory-lock';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { assertCountries } from '../../people/blocking/blocking';

type ClosedCountries = Result<Api['GET /admin/blocked-countries']>;

/** The list, sorted, with the visits that were refused lately. */
export async function closedCountries(ctx: Context): Promise<ClosedCountries> {
  return { countryCodes: ctx.closedCountries.all(), refused: await ctx.refusedVisits.recent() };
}

/** Replaces the list; it holds on this host before it is answered. Refuses with country_unknown. */
export async function closeSiteTo(ctx: Context, actor: Actor, client: Client, countryCodes: string[]): Promise<ClosedCountries> {
  const codes = [...new Set(countryCodes)].sort();
  assertCountries(codes);
  await inTransaction(ctx, async (tx) => {
    await takeTurn(tx.db, 'blocked countries');
    const before = await tx.db.delete(blockedCountries).returning({ code: blockedCountries.code });
    if (codes.length > 0) await tx.db.insert(blockedCountries).values(codes.map((code) => ({ code })));
    await audit(tx, actor, client, {
      action: 'countries.block',
      targetType: 'site',
      targetId: 'blocked-countries',
      before: { countryCodes: before.map(({ code }) => code).sort() },
      after: { countryCodes: codes },
    });
    await notify(tx.db, 'countries');
  });
  await ctx.closedCountries.reload();
  return closedCountries(ctx);
}
