/** Two people who talk, for tests. */
import type { Api } from '@contract/api';
import type { Answer } from '@contract/endpoint';
import { somePicture } from '../kit/people/people';
import type { World } from '../kit/host/test-host';

interface Somebody {
  id: string;
  token: string;
}

/** What a test writes. */
export interface Said {
  text?: string;
  fileIds?: string[];
  clientKey?: string;
  replyToId?: string;
  isSale?: boolean;
  price?: number;
  expectedPrice?: number;
}

/** The conversation of a fan with a performer, opened by the fan. */
export async function talkOf(world: World, fan: Somebody, performer: Somebody): Promise<string> {
  const { status, data, refusal } = await world.call(
    'POST /conversations',
    { body: { source: 'performer', sourceId: performer.id } },
    { token: fan.token },
  );
  if (status >= 400) throw new Error(`no conversation: ${refusal.error}`);
  return data._id;
}

/** Writes in a conversation. */
export const say = (world: World, who: Somebody, conversationId: string, said: Said, key?: string) =>
  world.call(
    'POST /messages/conversations/:id',
    { params: { id: conversationId }, body: said },
    { token: who.token, ...(key !== undefined && { key }) },
  );

/** What somebody reads of a conversation. */
export const read = async (
  world: World,
  who: Somebody,
  conversationId: string,
  query: object = {},
): Promise<Answer<Api['GET /messages/conversations/:id']>> =>
  (await world.call('GET /messages/conversations/:id', { params: { id: conversationId }, query }, { token: who.token })).data;

/** Stores a picture for a message and answers its id. */
export async function photoOf(world: World, who: Somebody): Promise<string> {
  const file = await somePicture(64, 48);
  const { status, data, refusal } = await world.call('POST /messages/public/file/photo', { files: { file } }, { token: who.token });
  if (status >= 400) throw new Error(`no picture: ${refusal.error}`);
  return data._id;
}
