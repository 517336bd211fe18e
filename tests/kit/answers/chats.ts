/** Fixtures of conversations and messages as the API returns them, for tests of screens. Ada is a performer, Finn a fan of Ada. */
import type { ResponseOf } from '@web/services/call';
import { fan, performer } from './accounts';
import { storedFile } from './files';

type Conversation = ResponseOf<'GET /conversations/:id'>;
type Message = ResponseOf<'POST /messages/conversations/:id'>;
type Person = Message['sender'];

const at = '2026-05-01T10:00:00.000Z';

const personOf = ({ _id, username, name, avatar, isPerformer }: ReturnType<typeof fan> | ReturnType<typeof performer>): Person => ({
  _id,
  username,
  name,
  avatar,
  isPerformer,
  isVerified: isPerformer,
  isOnline: false,
});

export const ada = (changes: Partial<Person> = {}): Person => ({ ...personOf(performer()), ...changes });
export const finn = (changes: Partial<Person> = {}): Person => ({ ...personOf(fan()), ...changes });

/** Finn's conversation with Ada. */
export const conversation = (changes: Partial<Conversation> = {}): Conversation => ({
  _id: '0198c0de-0000-7000-8000-00c000000001',
  type: 'private',
  recipient: ada(),
  lastMessage: { text: 'See you tonight', type: 'text', totalFiles: 0, isDeleted: false, senderId: performer()._id, createdAt: at },
  lastSeq: 2,
  totalNotSeenMessages: 0,
  isSubscribed: false,
  isBlocked: false,
  isBlockedByMe: false,
  isMuted: false,
  canWrite: true,
  writeNeeds: [],
  messagePrice: 0,
  seenSeq: 0,
  seenAt: null,
  deliveredSeq: 0,
  deliveredAt: null,
  createdAt: at,
  updatedAt: at,
  ...changes,
});

/** The message with sequence number `seq`, sent by Ada by default. */
export const message = (seq: number, changes: Partial<Message> = {}): Message => ({
  _id: `0198c0de-0000-7000-8000-00d0${String(seq).padStart(8, '0')}`,
  conversationId: conversation()._id,
  seq,
  clientKey: null,
  type: 'text',
  text: `Message ${String(seq)}`,
  isCut: false,
  senderId: (changes.sender ?? ada())._id,
  sender: ada(),
  files: [],
  replyTo: null,
  tip: null,
  isSale: false,
  price: null,
  isBought: false,
  isLocked: false,
  isDeleted: false,
  isEdited: false,
  reactions: [],
  status: 'sent',
  createdAt: new Date(Date.parse(at) + seq * 1000).toISOString(),
  updatedAt: at,
  ...changes,
});

export const photo = (changes: Partial<Message['files'][number]> = {}) =>
  storedFile('message-photo', { url: 'http://host.test/photo.webp', thumbnailUrl: 'http://host.test/small.webp', ...changes });

/** A priced message with one photo that the viewer has not paid for. */
export const locked = (seq: number, price: number, changes: Partial<Message> = {}): Message =>
  message(seq, {
    type: 'media',
    isSale: true,
    price,
    isLocked: true,
    text: 'The whole of the evening begins',
    isCut: true,
    files: [photo({ url: null, thumbnailUrl: null, blur: 'data:image/webp;base64,AA==' })],
    ...changes,
  });
