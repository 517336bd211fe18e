/** Paths of conversations and mass messages for the screen tests; `pagesOfFans` creates what its screens show. */
import type { TestHost } from '../host/test-host';

const hour_ms = 3_600_000;

/** The inbox and the threads of an account; throws if it has no conversation. */
export async function pagesOfConversations(testHost: TestHost, who: 'fan' | 'performer', token: string): Promise<Record<string, string>> {
  const { data } = await testHost.call('GET /conversations', {}, { token });
  if (data.data.length === 0) throw new Error(`no ${who} has written anything`);
  const threads = data.data.map(({ _id }, index) => [`${who}-thread-${String(index + 1)}`, `/messages/${_id}`] as const);
  return { [`${who}-messages`]: '/messages', ...Object.fromEntries(threads) };
}

/** Creates a list of the fans who have written, a mass message that was sent to them, and one that is scheduled. */
export async function pagesOfFans(testHost: TestHost, token: string, name: string): Promise<Record<string, string>> {
  const { data: conversations } = await testHost.call('GET /conversations', {}, { token });
  const userIds = conversations.data.filter(({ recipient }) => !recipient.isPerformer).map(({ recipient }) => recipient._id);
  const { data: list } = await testHost.call('POST /performer/lists', { body: { name, userIds } }, { token });
  const sendMass = (text: string, scheduledAt: string | null) =>
    testHost.call('POST /mass-messages', { body: { text, include: [list._id], scheduledAt } }, { token });
  await sendMass('The doors open an hour earlier on Friday.', null);
  const later = new Date(testHost.clock.now().getTime() + hour_ms).toISOString();
  const { data: scheduled } = await sendMass('A word for those who stay until the end.', later);
  return {
    'performer-mass': '/messages/mass',
    'performer-mass-scheduled-only': '/messages/mass?status=scheduled',
    'performer-mass-new': '/messages/mass/new',
    'performer-mass-new-to': `/messages/mass/new?to=${list._id}`,
    'performer-mass-waiting': `/messages/mass/${scheduled._id}`,
    'performer-lists': '/messages/lists',
    'performer-subscribers-listed': '/ada?tab=subscribers',
  };
}
