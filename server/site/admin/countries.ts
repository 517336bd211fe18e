/** Countries from which the whole site is blocked. */
import type { Api } from '@contract/api';
import type { HandlerResult } from '@contract/kernel/endpoint';
import { audit } from '../../platform/audit/audit';
import { inTransaction, type Context } from '../../platform/context';
import { notifyProcesses } from '../../platform/db/listen';
import { blockedCountries } from '../../platform/db/schema/site';
import { takeAdvisoryLock } from '../../platform/db/advisory-lock';
import type { Actor } from '../../platform/http/actor';
import type { Client } from '../../platform/http/client';
import { assertCountriesExist } from '../../people/blocking/blocking';

type BlockedCountries = HandlerResult<Api['GET /admin/blocked-countries']>;

/** The blocked countries, sorted, with the recently rejected visits. */
export async function readBlockedCountries(ctx: Context): Promise<BlockedCountries> {
  return { countryCodes: ctx.siteBlockedCountries.all(), refused: await ctx.rejectedVisits.recent() };
}

/** Replaces the list; it applies in this process before the response is sent. Rejects with country_unknown. */
export async function replaceBlockedCountries(
  ctx: Context,
  actor: Actor,
  client: Client,
  countryCodes: string[],
): Promise<BlockedCountries> {
  const codes = [...new Set(countryCodes)].sort();
  assertCountriesExist(codes);
  await inTransaction(ctx, async (tx) => {
    await takeAdvisoryLock(tx.db, 'blocked countries');
    const before = await tx.db.delete(blockedCountries).returning({ code: blockedCountries.code });
    if (codes.length > 0) await tx.db.insert(blockedCountries).values(codes.map((code) => ({ code })));
    await audit(tx, actor, client, {
      action: 'countries.block',
      targetType: 'site',
      targetId: 'blocked-countries',
      before: { countryCodes: before.map(({ code }) => code).sort() },
      after: { countryCodes: codes },
    });
    await notifyProcesses(tx.db, 'countries');
  });
  await ctx.siteBlockedCountries.reload();
  return readBlockedCountries(ctx);
}
