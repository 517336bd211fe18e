/** Demo moderation: an open report, and a decided one with an appeal. */
import type { Context } from '../platform/context';
import { createAppeal } from '../safety/moderation/appeals';
import { resolveReport } from '../safety/reports/resolve';
import { createReport } from '../safety/reports/write';
import { decisionsAbout } from '../safety/moderation/rows';
import { actorOf, seedClient } from './accounts';

/** Ids of accounts. */
export interface ModerationCast {
  operator: string;
  /** The reported profiles: the report about the first is open, the second is warned and appeals. */
  waiting: string;
  warned: string;
  reporters: readonly [string, string];
}

/** Two fans report, the operator decides on one report, and the warned performer appeals. The appeal needs another operator. */
export async function seedModeration(ctx: Context, { operator, waiting, warned, reporters }: ModerationCast): Promise<void> {
  const [first, second] = reporters.map((id) => actorOf(ctx, id, 'user'));
  if (!first || !second) return;
  const about = (targetId: string) => ({ target: 'performer', targetId }) as const;
  const description = 'The same words stand on another page, word for word.';
  await createReport(ctx, first, seedClient, { ...about(waiting), reason: 'rights', description });
  const report = await createReport(ctx, second, seedClient, {
    ...about(warned),
    reason: 'spam',
    description: 'Links to a shop in every line.',
  });
  const decider = { actor: actorOf(ctx, operator, 'operator'), client: seedClient };
  await resolveReport(ctx, decider, report._id, { action: 'warn', note: 'Please keep links to other shops out of your page.' });
  const [decision] = await decisionsAbout(ctx, warned);
  if (decision) await createAppeal(ctx, warned, decision._id, 'Those are links to my own concerts, and people ask me for them.');
}
