/** Views of a page count among the recent ones for thirty days; then their rows, which tell viewers apart, go. */
import { sql } from 'drizzle-orm';
import { day_ms } from '@contract/kernel/units';
import type { Context } from '../../platform/context';
import { performers, performerViews } from '../../platform/db/schema/schema';
import { dayOf } from './age';

const recentDays = 30;
const batch = 5000;

/** Takes back what is no longer recent, some at a time. One statement each: the rows and the counter move together or not at all. */
export async function sweepViews(ctx: Context): Promise<void> {
  const last = dayOf(new Date(ctx.clock.now().getTime() - recentDays * day_ms));
  const { rowCount } = await ctx.db.execute(sql`
    with old as (
      select ctid from ${performerViews} where day <= ${last} limit ${batch} for update skip locked
    ), gone as (
      delete from ${performerViews} where ctid in (select ctid from old) returning performer_id
    ), fewer as (
      select performer_id, count(*)::int as views from gone group by performer_id
    )
    update ${performers} set recent_views = greatest(0, recent_views - fewer.views) from fewer where ${performers.accountId} = fewer.performer_id`);
  if (rowCount) await sweepViews(ctx);
}
