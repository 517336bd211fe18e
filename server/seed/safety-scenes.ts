/** What operators have to decide: a report that waits, and one that was decided and is appealed against. */
import type { Context } from '../platform/context';
import { appeal } from '../safety/moderation/appeals';
import { resolveReport } from '../modules/reports/resolve';
import { makeReport } from '../safety/reports/write';
import { decisionsAbout } from '../safety/moderation/moderation';
import { actorOf, here } from './accounts';

/** Ids of accounts. */
export interface Watch {
  operator: string;
  /** Whose profiles are reported: the first one's waits, the second one is warned and appeals. */
  waiting: string;
  warned: string;
  reporters: readonly [string, string];
}

/** Lets two fans report, the operator decide on one of it, and whom that concerns appeal. Another operator has to answer it. */
export async function watchAround(ctx: Context, { operator, waiting, warned, reporters }: Watch): Promise<void> {
  const [first, second] = reporters.map((id) => actorOf(ctx, id, 'user'));
  if (!first || !second) return;
  const about = (targetId: string) => ({ target: 'performer', targetId }) as const;
  const words = 'The same words stand on another page, word for word.';
  await makeReport(ctx, first, here, { ...about(waiting), reason: 'rights', description: words });
  const report = await makeReport(ctx, second, here, { ...about(warned), reason: 'spam', description: 'Links to a shop in every line.' });
  const by = { actor: actorOf(ctx, operator, 'operator'), client: here };
  await resolveReport(ctx, by, report._id, { action: 'warn', note: 'Please keep links to other shops out of your page.' });
  const [decision] = await decisionsAbout(ctx, warned);
  if (decision) await appeal(ctx, warned, decision._id, 'Those are links to my own concerts, and people ask me for them.');
}
