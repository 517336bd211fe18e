/** Fixtures of shows, their chat and private requests as the API returns them, for tests of screens. Ada performs, Finn watches. */
import type { PrivateRequest, Stream, StreamConversation, StreamMessage } from '@web/features/live/streaming/store/show';
import type { ResponseOf } from '@web/services/call';
import { performer } from './accounts';
import { performerCardOf } from './cards';
import { ada, finn } from './chats';

type StreamSettings = ResponseOf<'GET /streaming/mine'>['settings'];

const at = '2026-05-01T10:00:00.000Z';
const second_ms = 1000;
const streamId = '0198c0de-0000-7000-8000-00e000000001';
const chatId = '0198c0de-0000-7000-8000-00e000000002';

/** Ada's show, open to Finn; its video began a minute ago. */
export const stream = (changes: Partial<Stream> = {}): Stream => ({
  _id: streamId,
  performer: { ...performerCardOf('Ada'), _id: performer()._id, isLive: true },
  conversationId: chatId,
  sessionId: '0198c0de-0000-7000-8000-00e000000003',
  participants: [],
  type: 'public',
  title: 'Evening songs',
  description: 'Requests welcome.',
  status: 'live',
  isStreaming: true,
  audience: 'subscribers',
  isFree: true,
  price: null,
  isRecording: false,
  isPaused: false,
  isSoldOut: false,
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

/** Ada's chat message number `seq`. */
export const streamMessage = (seq: number, changes: Partial<StreamMessage> = {}): StreamMessage => ({
  _id: `s${String(seq)}`,
  conversationId: chatId,
  clientKey: null,
  type: 'text',
  text: `text ${String(seq)}`,
  sender: ada(),
  senderRole: 'owner',
  tip: null,
  isDeleted: false,
  createdAt: new Date(Date.parse(at) + seq * second_ms).toISOString(),
  ...changes,
});

/** Finn's chat message number `seq`. */
export const ownStreamMessage = (seq: number, changes: Partial<StreamMessage> = {}): StreamMessage =>
  streamMessage(seq, { sender: finn(), senderRole: 'viewer', ...changes });

/** Messages from `first` to `last` in the order of a page: the newest first. */
export const streamPage = (first: number, last: number, nextCursor: string | null = first > 1 ? String(first) : null) => ({
  data: Array.from({ length: Math.max(0, last - first + 1) }, (_none, index) => streamMessage(last - index)),
  total: last,
  nextCursor,
});

/** Finn's private request to Ada, still unanswered. */
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

/** The settings of all shows of a performer: free for subscribers, no private shows. */
export const streamSettings = (changes: Partial<StreamSettings> = {}): StreamSettings => ({
  audience: 'subscribers',
  isFree: true,
  price: null,
  isRecording: false,
  privateEnabled: false,
  privateMinutePrice: 3,
  privateMinimumMinutes: 3,
  ...changes,
});
