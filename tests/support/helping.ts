/** Helpers of performers, by the doors that people use. */
import { and, desc, eq } from 'drizzle-orm';
import type { HelperRight } from '@contract/kernel/delegate-rights';
import { mails } from '@server/platform/db/schema/schema';
import type { World } from '../kit/host/test-host';

/** The token of the last invitation that was mailed to this address. */
export async function invitationMailed(world: World, email: string): Promise<string> {
  const [mail] = await world.ctx.db
    .select({ text: mails.text })
    .from(mails)
    .where(and(eq(mails.to, email), eq(mails.template, 'helper-invited')))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(1);
  return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** Lets somebody help, and begins: answers the id of the help, and the token of a session of that work. */
export async function letHelp(
  world: World,
  performer: { token: string },
  helper: { token: string; email: string },
  rights: HelperRight[] = ['content'],
): Promise<{ helpId: string; work: string }> {
  const { data } = await world.call('POST /performer/helpers', { body: { email: helper.email, rights } }, { token: performer.token });
  const token = await invitationMailed(world, helper.email);
  await world.call('POST /helping/accept', { body: { token } }, { token: helper.token });
  const begun = await world.call('POST /helping/:id/begin', { params: { id: data._id } }, { token: helper.token });
  return { helpId: data._id, work: begun.data.token };
}
