/** The things that answers about shows are made of: streams, their chat, and private shows. */
import { z } from 'zod';
import { PerformerCard, Person } from '../kernel/entities';
import { Amount, Id, Instant } from '../kernel/shapes';
import {
  chatAudiences,
  chatRoles,
  liveRoles,
  privateRequestStatuses,
  showEndReasons,
  streamEndReasons,
  streamingEngines,
  streamMessageTypes,
  streamStatuses,
  streamTypes,
  unlockWays,
  writeWays,
} from '../values';

export const TipMenuItem = z.object({ _id: Id, title: z.string(), price: Amount });

/** What is given together: `raised` is what was tipped since it was set, of the present round where it loops. */
export const TipGoal = z.object({ title: z.string(), amount: Amount, raised: Amount, loops: z.boolean(), rounds: z.number() });

/** A show as everybody sees it who may know of it. */
export const StreamInfo = z.object({
  _id: Id,
  performer: PerformerCard,
  conversationId: Id,
  /** New at each start; empty before the first. An entry is paid for one of them. */
  sessionId: Id.nullable(),
  type: z.enum(streamTypes),
  title: z.string(),
  description: z.string(),
  status: z.enum(streamStatuses),
  /** There is a picture now. */
  isStreaming: z.boolean(),
  /** Subscribers enter without paying, and nobody else does; else everybody pays `price`. */
  isFree: z.boolean(),
  price: Amount.nullable(),
  isRecording: z.boolean(),
  /** A private show runs meanwhile. */
  isPaused: z.boolean(),
  /** Seconds of this session so far. */
  streamingTime: z.number(),
  startedAt: Instant.nullable(),
  /** When it ends unless its performer comes back; while `reconnecting`, and before the first picture. */
  endsAt: Instant.nullable(),
  endReason: z.enum(streamEndReasons).nullable(),
  viewers: z.number(),
  slowModeSeconds: z.number(),
  chatAudience: z.enum(chatAudiences),
  tipGoal: TipGoal.nullable(),
  tipMenu: z.array(TipMenuItem),
});

/** The same with what whoever asks may do with it and has done. */
export const Stream = StreamInfo.extend({
  isBought: z.boolean(),
  isSubscribed: z.boolean(),
  canWatch: z.boolean(),
  /** What would let her in, the cheapest way first; empty when she may watch, or when nothing would. */
  unlock: z.array(z.enum(unlockWays)),
  /** She may not write in its chat, until then or for good. */
  isMuted: z.boolean(),
  mutedUntil: Instant.nullable(),
  role: z.enum(chatRoles),
});

export const StreamMessage = z.object({
  _id: Id,
  conversationId: Id,
  /** What its sender's device calls it. */
  clientKey: z.string().nullable(),
  type: z.enum(streamMessageTypes),
  /** Empty once it is deleted. */
  text: z.string(),
  sender: Person,
  senderRole: z.enum(chatRoles),
  tip: z.object({ amount: Amount, menuItem: z.string().nullable() }).nullable(),
  isDeleted: z.boolean(),
  createdAt: Instant,
});

/** The chat of a show, and its rules. */
export const StreamConversation = z.object({
  _id: Id,
  type: z.literal('stream'),
  name: z.string(),
  streamId: Id,
  performerId: Id,
  slowModeSeconds: z.number(),
  chatAudience: z.enum(chatAudiences),
  /** What whoever asks is in it, whether she may write now, and what would let her; the cheapest way first. */
  role: z.enum(chatRoles),
  canWrite: z.boolean(),
  writeNeeds: z.array(z.enum(writeWays)),
  isMuted: z.boolean(),
  mutedUntil: Instant.nullable(),
  /** Told to its owner, its moderators and operators; empty for others. */
  words: z.array(z.string()),
  moderators: z.array(Person),
  createdAt: Instant,
  updatedAt: Instant,
});

/** Whether somebody may not write in a chat, and until when; without an end for good. */
export const ChatMute = z.object({ isMuted: z.boolean(), until: Instant.nullable() });

/** What holds for every show of a performer. */
export const StreamSettings = z.object({
  /** Offered at the next start. */
  isFree: z.boolean(),
  price: Amount.nullable(),
  isRecording: z.boolean(),
  privateEnabled: z.boolean(),
  privateMinutePrice: Amount,
  privateMinimumMinutes: z.number(),
});

/** What a browser needs to bring or to get pictures. What the engine in use does not know is null. */
export const StreamCredentials = z.object({
  engine: z.enum(streamingEngines),
  role: z.enum(liveRoles),
  room: Id,
  identity: Id,
  token: z.string(),
  /** Where the engine's own client connects to. */
  url: z.string().nullable(),
  /** Where WHIP and WHEP clients post their offers, with the token as bearer. */
  whipUrl: z.string().nullable(),
  whepUrl: z.string().nullable(),
  iceServers: z.array(z.object({ urls: z.array(z.string()), username: z.string().optional(), credential: z.string().optional() })),
  appId: z.string().nullable(),
  /** The number that an engine without names knows the person by. */
  uid: z.number().nullable(),
  expiresAt: Instant,
});

/** Who watches now. */
export const StreamViewer = Person.extend({
  joinedAt: Instant,
  /** What she has tipped in this session. */
  tipped: Amount,
});

/** A show that ended, as its performer sees it. */
export const StreamSession = z.object({
  _id: Id,
  title: z.string(),
  isFree: z.boolean(),
  price: Amount.nullable(),
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  endReason: z.enum(streamEndReasons).nullable(),
  /** In seconds. */
  duration: z.number(),
  viewersPeak: z.number(),
  /** What was tipped and paid for entries, before the site's share. */
  tips: Amount,
  entries: Amount,
  /** The recording, a draft of hers until she publishes it. */
  videoId: Id.nullable(),
});

/** A fan's request for a private show, and its bill. */
export const PrivateRequest = z.object({
  _id: Id,
  /** The chat of the show and the show itself; they can be opened once it is accepted. */
  conversationId: Id,
  streamId: Id,
  user: Person,
  performer: Person,
  status: z.enum(privateRequestStatuses),
  note: z.string(),
  pricePerMinute: Amount,
  minimumMinutes: z.number(),
  /** What is set aside of the fan's wallet and not yet billed. */
  held: Amount,
  minutesBilled: z.number(),
  amountBilled: Amount,
  /** The split of what was billed. */
  commission: Amount,
  earning: Amount,
  /** Whole minutes that the hold and the fan's balance still cover; null unless it runs. */
  minutesLeft: z.number().nullable(),
  /** When it lapses unless it is answered, or ends unless both come. */
  expiresAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  endReason: z.enum(showEndReasons).nullable(),
  createdAt: Instant,
});
