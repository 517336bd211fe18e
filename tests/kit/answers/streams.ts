/** Shows, their chat and private requests as the host answers them, for tests of the web. Ada performs, Finn watches. */
import type { PrivateRequest, Stream, StreamConversation, StreamMessage } from '@web/features/streaming/show';
import { performer } from './accounts';
import { card } from './cards';
import { ada, finn } from './chats';

const at = '2026-05-01T10:00:00.000Z';
const second_ms = 1000;
const streamId = '0198c0de-0000-7000-8000-00e000000001';
const chatId = '0198c0de-0000-7000-8000-00e000000002';

/** Ada's show, open to Finn, with a picture since a minute. */
export const stream = (changes: Partial<Stream> = {}): Stream => ({
  _id: streamId,
  performer: { ...card('Ada'), _id: performer()._id, isLive: true },
  conversationId: chatId,
  sessionId: '0198c0de-0000-7000-8000-00e000000003',
  type: 'public',
  title: 'Evening songs',
  description: 'Requests welcome.',
  status: 'live',
  isStreaming: true,
  isFree: true,
  price: null,
  isRecording: false,
  isPaused: false,
  streamingTime: 60,
  startedAt: at,
  endsAt: null,
  endReason: null,
  viewers: 12,
  slowModeSeconds: 0,
  chatAudience: 'viewers',
  tipGoal: null,
  tipMenu: [],
  isBought: false,
  isSubscribed: true,
  canWatch: true,
  unlock: [],
  isMuted: false,
  mutedUntil: null,
  role: 'viewer',
  ...changes,
});

export const streamConversation = (changes: Partial<StreamConversation> = {}): StreamConversation => ({
  _id: chatId,
  type: 'stream',
  name: 'Ada live',
  streamId,
  performerId: performer()._id,
  slowModeSeconds: 0,
  chatAudience: 'viewers',
  role: 'viewer',
  canWrite: true,
  writeNeeds: [],
  isMuted: false,
  mutedUntil: null,
  words: [],
  moderators: [],
  createdAt: at,
  updatedAt: at,
  ...changes,
});

/** What Ada said as number `place`. */
export const streamMessage = (place: number, changes: Partial<StreamMessage> = {}): StreamMessage => ({
  _id: `s${String(place)}`,
  conversationId: chatId,
  clientKey: null,
  type: 'text',
  text: `text ${String(place)}`,
  sender: ada(),
  senderRole: 'owner',
  tip: null,
  isDeleted: false,
  createdAt: new Date(Date.parse(at) + place * second_ms).toISOString(),
  ...changes,
});

/** What Finn said as number `place`. */
export const ownStreamMessage = (place: number, changes: Partial<StreamMessage> = {}): StreamMessage =>
  streamMessage(place, { sender: finn(), senderRole: 'viewer', ...changes });

/** Messages from `first` to `last` as a page holds them: the newest first. */
export const streamPage = (first: number, last: number, nextCursor: string | null = first > 1 ? String(first) : null) => ({
  data: Array.from({ length: Math.max(0, last - first + 1) }, (_none, index) => streamMessage(last - index)),
  total: last,
  nextCursor,
});

/** Finn's request of Ada, which waits for her answer. */
export const privateRequest = (_id: string, changes: Partial<PrivateRequest> = {}): PrivateRequest => ({
  _id,
  conversationId: `chat of ${_id}`,
  streamId: `show of ${_id}`,
  user: finn(),
  performer: ada(),
  status: 'pending',
  note: '',
  pricePerMinute: 3,
  minimumMinutes: 3,
  held: 0,
  minutesBilled: 0,
  amountBilled: 0,
  commission: 0,
  earning: 0,
  minutesLeft: null,
  expiresAt: at,
  startedAt: null,
  endedAt: null,
  endReason: null,
  createdAt: at,
  ...changes,
});
