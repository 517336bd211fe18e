/** Delegates of performers, created through the public API. */
import { and, desc, eq } from 'drizzle-orm';
import type { DelegateRight } from '@contract/kernel/delegate-rights';
import { mails } from '@server/platform/db/schema/site';
import type { TestHost } from '../host/test-host';

/** The token of the last invitation that was mailed to this address. */
export async function mailedInvitationToken(testHost: TestHost, email: string): Promise<string> {
  const [mail] = await testHost.ctx.db
    .select({ text: mails.text })
    .from(mails)
    .where(and(eq(mails.to, email), eq(mails.template, 'helper-invited')))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(1);
  return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** Makes an account a delegate of a performer and starts a delegate session: returns the delegation's id and the session's token. */
export async function delegateTo(
  testHost: TestHost,
  performer: { token: string },
  delegate: { token: string; email: string },
  rights: DelegateRight[] = ['content'],
): Promise<{ delegationId: string; sessionToken: string }> {
  const { data } = await testHost.call('POST /performer/helpers', { body: { email: delegate.email, rights } }, { token: performer.token });
  const token = await mailedInvitationToken(testHost, delegate.email);
  await testHost.call('POST /helping/accept', { body: { token } }, { token: delegate.token });
  const session = await testHost.call('POST /helping/:id/begin', { params: { id: data._id } }, { token: delegate.token });
  return { delegationId: data._id, sessionToken: session.data.token };
}
