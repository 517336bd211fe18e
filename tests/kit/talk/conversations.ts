/** Conversations of two people, for tests. */
import type { Api } from '@contract/api';
import type { ResponseBody } from '@contract/kernel/endpoint';
import { sampleImage } from '../people/people';
import type { TestHost } from '../host/test-host';

interface AccountRef {
  id: string;
  token: string;
}

/** The body of a message. */
export interface NewMessage {
  text?: string;
  fileIds?: string[];
  clientKey?: string;
  replyToId?: string;
  isSale?: boolean;
  price?: number;
  expectedPrice?: number;
}

/** Opens the conversation of a fan with a performer; returns its id. */
export async function openConversation(testHost: TestHost, fan: AccountRef, performer: AccountRef): Promise<string> {
  const { status, data, errorBody } = await testHost.call(
    'POST /conversations',
    { body: { source: 'performer', sourceId: performer.id } },
    { token: fan.token },
  );
  if (status >= 400) throw new Error(`no conversation: ${errorBody.error}`);
  return data._id;
}

/** Sends a message in a conversation. */
export const sendMessage = (testHost: TestHost, account: AccountRef, conversationId: string, message: NewMessage, key?: string) =>
  testHost.call(
    'POST /messages/conversations/:id',
    { params: { id: conversationId }, body: message },
    { token: account.token, ...(key !== undefined && { key }) },
  );

/** The messages of a conversation, as this account gets them. */
export const readMessages = async (
  testHost: TestHost,
  account: AccountRef,
  conversationId: string,
  query: object = {},
): Promise<ResponseBody<Api['GET /messages/conversations/:id']>> =>
  (await testHost.call('GET /messages/conversations/:id', { params: { id: conversationId }, query }, { token: account.token })).data;

/** Uploads a photo for a message and returns its id. */
export async function uploadMessagePhoto(testHost: TestHost, account: AccountRef): Promise<string> {
  const file = await sampleImage(64, 48);
  const { status, data, errorBody } = await testHost.call(
    'POST /messages/public/file/photo',
    { files: { file } },
    { token: account.token },
  );
  if (status >= 400) throw new Error(`no photo: ${errorBody.error}`);
  return data._id;
}
