/** The addresses of what people write to each other and to many, for the tour of the screens; what they show is made on the way. */
import type { World } from '../kit/host/test-host';

const soon_ms = 3_600_000;

/** The inbox and the threads of somebody who has some. */
export async function pagesOfConversations(world: World, who: 'fan' | 'performer', token: string): Promise<Record<string, string>> {
  const { data } = await world.call('GET /conversations', {}, { token });
  if (data.data.length === 0) throw new Error(`no ${who} has written anything`);
  const threads = data.data.map(({ _id }, index) => [`${who}-thread-${String(index + 1)}`, `/messages/${_id}`] as const);
  return { [`${who}-messages`]: '/messages', ...Object.fromEntries(threads) };
}

/** A list of the fans who have written, a message to them that was sent, and one that waits for its time. */
export async function pagesOfFans(world: World, token: string, name: string): Promise<Record<string, string>> {
  const { data: talks } = await world.call('GET /conversations', {}, { token });
  const userIds = talks.data.filter(({ recipient }) => !recipient.isPerformer).map(({ recipient }) => recipient._id);
  const { data: list } = await world.call('POST /performer/lists', { body: { name, userIds } }, { token });
  const write = (text: string, scheduledAt: string | null) =>
    world.call('POST /mass-messages', { body: { text, include: [list._id], scheduledAt } }, { token });
  await write('The doors open an hour earlier on Friday.', null);
  const later = new Date(world.clock.now().getTime() + soon_ms).toISOString();
  const { data: waiting } = await write('A word for those who stay until the end.', later);
  return {
    'performer-mass': '/messages/mass',
    'performer-mass-scheduled-only': '/messages/mass?status=scheduled',
    'performer-mass-new': '/messages/mass/new',
    'performer-mass-new-to': `/messages/mass/new?to=${list._id}`,
    'performer-mass-waiting': `/messages/mass/${waiting._id}`,
    'performer-lists': '/messages/lists',
    'performer-subscribers-listed': '/ada?tab=subscribers',
  };
}
