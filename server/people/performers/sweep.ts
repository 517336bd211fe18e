/** Page views count as recent for 30 days. Then their rows, which identify viewers, are deleted. */
import { sql } from 'drizzle-orm';
import { day_ms } from '@contract/kernel/units';
import type { Context } from '../../platform/context';
import { performers, performerViews } from '../../platform/db/schema/performers';
import { dayOf } from './age';

const recentDays = 30;
const batch = 5000;

/** Deletes a batch of old views. One statement, so that rows and counter stay consistent. */
export async function sweepViews(ctx: Context): Promise<void> {
  const last = dayOf(new Date(ctx.clock.now().getTime() - recentDays * day_ms));
  const { rowCount } = await ctx.db.execute(sql`
    with old as (
      select ctid from ${performerViews} where day <= ${last} limit ${batch} for update skip locked
    ), deleted as (
      delete from ${performerViews} where ctid in (select ctid from old) returning performer_id
    ), counts as (
      select performer_id, count(*)::int as views from deleted group by performer_id
    )
    update ${performers} set recent_views = greatest(0, recent_views - counts.views)
    from counts where ${performers.accountId} = counts.performer_id`);
  if (rowCount) await sweepViews(ctx);
}
