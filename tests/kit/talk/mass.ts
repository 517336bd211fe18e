/** Mass messages for tests: created through the API, and sent by running the job. */
import { and, asc, eq } from 'drizzle-orm';
import { conversationMembers, messages } from '@server/platform/db/schema/messages';
import { runJob } from '../content/posts';
import type { TestPerson } from '../money/subscriptions';
import type { TestHost } from '../host/test-host';

/** The body of a new mass message. */
export interface NewMassMessage {
  text?: string;
  fileIds?: string[];
  isSale?: boolean;
  price?: number;
  include: string[];
  exclude?: string[];
  scheduledAt?: string | null;
}

const batchesMax = 20;

/** Calls of the API about mass messages, by the account that `performer` returns unless another caller is passed. */
export function massMessageCalls(testHost: () => TestHost, performer: () => TestPerson) {
  const sendBatch = (massId: string) => runJob(testHost(), 'fans/send-mass', { massId });
  const read = (id: string, caller = performer()) => testHost().call('GET /mass-messages/:id', { params: { id } }, { token: caller.token });
  return {
    read,
    sendBatch,
    send: (body: Partial<NewMassMessage> = {}, caller: { token: string } = performer()) =>
      testHost().call('POST /mass-messages', { body: { text: 'Hello', include: ['followers'], ...body } }, { token: caller.token }),
    change: (id: string, body: Partial<NewMassMessage>, caller = performer()) =>
      testHost().call('PUT /mass-messages/:id', { params: { id }, body }, { token: caller.token }),
    unsend: (id: string, caller = performer()) => testHost().call('DELETE /mass-messages/:id', { params: { id } }, { token: caller.token }),
    count: (body: Pick<NewMassMessage, 'include' | 'exclude'>) =>
      testHost().call('POST /mass-messages/count', { body }, { token: performer().token }),
    sendAll: async (massId: string): Promise<void> => {
      for (let batches = 0; batches < batchesMax; batches += 1) {
        if ((await read(massId)).data.status === 'sent') return;
        await sendBatch(massId);
      }
      throw new Error('the mass message was not sent completely');
    },
    /** The recipients, each as often as they received it. */
    receiversOf: async (massId: string): Promise<string[]> => {
      const ofMass = eq(messages.massId, massId);
      const rows = await testHost()
        .ctx.db.select({ id: messages.receiverId })
        .from(messages)
        .where(ofMass)
        .orderBy(asc(messages.receiverId));
      return rows.map(({ id }) => id);
    },
    messageTo: async (massId: string, receiverId: string): Promise<typeof messages.$inferSelect> => {
      const ownRow = and(eq(messages.massId, massId), eq(messages.receiverId, receiverId));
      const [row] = await testHost().ctx.db.select().from(messages).where(ownRow);
      if (!row) throw new Error('the account did not receive the mass message');
      return row;
    },
    /** The recipient's membership in the conversation with the performer. */
    membership: async (accountId: string): Promise<typeof conversationMembers.$inferSelect | undefined> => {
      const ownRow = and(eq(conversationMembers.accountId, accountId), eq(conversationMembers.otherId, performer().id));
      const [row] = await testHost().ctx.db.select().from(conversationMembers).where(ownRow);
      return row;
    },
  };
}
