/** Messages to many for tests: asked for as performers do, and sent by the work of the job. */
import { and, asc, eq } from 'drizzle-orm';
import { conversationMembers, messages } from '@server/platform/db/schema/schema';
import { runJob } from './posts';
import type { Somebody } from './subscriptions';
import type { World } from '../kit/host/test-host';

/** What a performer asks for. */
export interface NewMass {
  text?: string;
  fileIds?: string[];
  isSale?: boolean;
  price?: number;
  include: string[];
  exclude?: string[];
  scheduledAt?: string | null;
}

const partsMax = 20;

/** The calls of the performer of the moment, unless another is named. */
export function massOf(world: () => World, performer: () => Somebody) {
  const goOnOnce = (massId: string) => runJob(world(), 'fans/send-mass', { massId });
  const read = (id: string, who = performer()) => world().call('GET /mass-messages/:id', { params: { id } }, { token: who.token });
  return {
    read,
    /** Does one part. */
    goOnOnce,
    send: (body: Partial<NewMass> = {}, who: { token: string } = performer()) =>
      world().call('POST /mass-messages', { body: { text: 'Hello', include: ['followers'], ...body } }, { token: who.token }),
    change: (id: string, body: Partial<NewMass>, who = performer()) =>
      world().call('PUT /mass-messages/:id', { params: { id }, body }, { token: who.token }),
    takeBack: (id: string, who = performer()) => world().call('DELETE /mass-messages/:id', { params: { id } }, { token: who.token }),
    count: (body: Pick<NewMass, 'include' | 'exclude'>) =>
      world().call('POST /mass-messages/count', { body }, { token: performer().token }),
    sendAll: async (massId: string): Promise<void> => {
      for (let parts = 0; parts < partsMax; parts += 1) {
        if ((await read(massId)).data.status === 'sent') return;
        await goOnOnce(massId);
      }
      throw new Error('it does not come to an end');
    },
    /** Who got it, each as often as she did. */
    receiversOf: async (massId: string): Promise<string[]> => {
      const ofMass = eq(messages.massId, massId);
      const rows = await world().ctx.db.select({ id: messages.receiverId }).from(messages).where(ofMass).orderBy(asc(messages.receiverId));
      return rows.map(({ id }) => id);
    },
    messageTo: async (massId: string, receiverId: string): Promise<typeof messages.$inferSelect> => {
      const hers = and(eq(messages.massId, massId), eq(messages.receiverId, receiverId));
      const [row] = await world().ctx.db.select().from(messages).where(hers);
      if (!row) throw new Error('she did not get it');
      return row;
    },
    /** Her side of the conversation with the performer. */
    membership: async (accountId: string): Promise<typeof conversationMembers.$inferSelect | undefined> => {
      const hers = and(eq(conversationMembers.accountId, accountId), eq(conversationMembers.otherId, performer().id));
      const [row] = await world().ctx.db.select().from(conversationMembers).where(hers);
      return row;
    },
  };
}
