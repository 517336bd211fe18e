/** Response schemas of live shows: streams, their chat, and private shows. */
import * as z from 'zod';
import { PerformerCard, Person } from '../kernel/entities';
import { Amount, Id, Instant } from '../kernel/shapes';
import { audiences, unlockMethods } from '../kernel/values/content';
import {
  chatAudiences,
  chatRoles,
  liveRoles,
  privateRequestStatuses,
  privateShowEndReasons,
  streamEndReasons,
  streamMessageTypes,
  streamStatuses,
  streamTypes,
} from '../kernel/values/live';
import { messagingRequirements } from '../kernel/values/messages';
import { streamingEngines } from '../kernel/values/site';

export const TipMenuItem = z.object({ _id: Id, title: z.string(), price: Amount });

/** A goal for all tips of a show. `raised` is the sum tipped since the goal was set, or in the current round when the goal loops. */
export const TipGoal = z.object({ title: z.string(), amount: Amount, raised: Amount, loops: z.boolean(), rounds: z.number() });

/** A show as seen by everyone who is allowed to know about it. */
export const StreamInfo = z.object({
  _id: Id,
  performer: PerformerCard,
  conversationId: Id,
  /** A new id at each start; null before the first. A paid entry is valid for one session. */
  sessionId: Id.nullable(),
  type: z.enum(streamTypes),
  title: z.string(),
  description: z.string(),
  status: z.enum(streamStatuses),
  /** The performer is publishing video now. */
  isStreaming: z.boolean(),
  /**
   * Who may watch; meaningless for a private show. `public` is anyone with an account, `paid` is anyone who pays `price` or holds a ticket.
   */
  audience: z.enum(audiences),
  /** There is no entry price: the audience is not `paid`. */
  isFree: z.boolean(),
  price: Amount.nullable(),
  isRecording: z.boolean(),
  /** Tickets and entries have reached the limit: no one else can pay to join. */
  isSoldOut: z.boolean(),
  /** The performer is in a private show. */
  isPaused: z.boolean(),
  /** Seconds of this session so far. */
  streamingTime: z.number(),
  startedAt: Instant.nullable(),
  /** When it ends unless its performer publishes; set while `reconnecting` and before the first video. */
  endsAt: Instant.nullable(),
  endReason: z.enum(streamEndReasons).nullable(),
  viewers: z.number(),
  slowModeSeconds: z.number(),
  chatAudience: z.enum(chatAudiences),
  tipGoal: TipGoal.nullable(),
  tipMenu: z.array(TipMenuItem),
});

/** The same with what the viewer may do and has done. */
export const Stream = StreamInfo.extend({
  /** Other performers shown in it who agreed and whose page the caller can see. */
  participants: z.array(PerformerCard),
  isBought: z.boolean(),
  isSubscribed: z.boolean(),
  canWatch: z.boolean(),
  /** What would give the viewer access, cheapest first; empty when they may watch, or when nothing would help. */
  unlock: z.array(z.enum(unlockMethods)),
  /** The viewer may not write in its chat: until `mutedUntil`, or permanently when that is null. */
  isMuted: z.boolean(),
  mutedUntil: Instant.nullable(),
  role: z.enum(chatRoles),
});

export const StreamMessage = z.object({
  _id: Id,
  conversationId: Id,
  /** The id that the sender's device gave it. */
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
  /** The viewer's role, whether they may write now, and what would let them write, cheapest first. */
  role: z.enum(chatRoles),
  canWrite: z.boolean(),
  writeNeeds: z.array(z.enum(messagingRequirements)),
  isMuted: z.boolean(),
  mutedUntil: Instant.nullable(),
  /** Blocked words. Sent to the owner, moderators and operators; empty for others. */
  words: z.array(z.string()),
  moderators: z.array(Person),
  createdAt: Instant,
  updatedAt: Instant,
});

/** Whether an account is muted in a chat, and until when; null means permanently. */
export const ChatMute = z.object({ isMuted: z.boolean(), until: Instant.nullable() });

/** Settings for all shows of a performer. */
export const StreamSettings = z.object({
  /** The default for the next show. */
  audience: z.enum(audiences),
  /** As in `StreamInfo`. */
  isFree: z.boolean(),
  price: Amount.nullable(),
  isRecording: z.boolean(),
  privateEnabled: z.boolean(),
  privateMinutePrice: Amount,
  privateMinimumMinutes: z.number(),
});

/** What a browser needs to publish or watch. Fields that the engine does not use are null. */
export const StreamCredentials = z.object({
  engine: z.enum(streamingEngines),
  role: z.enum(liveRoles),
  room: Id,
  identity: Id,
  token: z.string(),
  /** The address for the engine's client library. */
  url: z.string().nullable(),
  /** Where WHIP and WHEP clients post their offers, with `token` as bearer token. */
  whipUrl: z.string().nullable(),
  whepUrl: z.string().nullable(),
  iceServers: z.array(z.object({ urls: z.array(z.string()), username: z.string().optional(), credential: z.string().optional() })),
  appId: z.string().nullable(),
  /** The numeric user id for engines that do not accept strings. */
  uid: z.number().nullable(),
  expiresAt: Instant,
});

/** A current viewer. */
export const StreamViewer = Person.extend({
  joinedAt: Instant,
  /** The sum of their tips in this session. */
  tipped: Amount,
});

/** A show that ended, as its performer sees it. */
export const StreamSession = z.object({
  _id: Id,
  title: z.string(),
  audience: z.enum(audiences),
  isFree: z.boolean(),
  price: Amount.nullable(),
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  endReason: z.enum(streamEndReasons).nullable(),
  /** In seconds. */
  duration: z.number(),
  viewersPeak: z.number(),
  /** The sums of tips and paid entries, before the site's commission. */
  tips: Amount,
  entries: Amount,
  /** For a show that sold tickets: valid tickets, how many holders joined, and the revenue. */
  tickets: z.object({ sold: z.number(), came: z.number(), amount: Amount }).nullable(),
  /** The recording: a draft until the performer publishes it. */
  videoId: Id.nullable(),
});

/** A fan's request for a private show, and its bill. */
export const PrivateRequest = z.object({
  _id: Id,
  /** The ids of the show's chat and of the show; both exist only after the request is accepted. */
  conversationId: Id,
  streamId: Id,
  user: Person,
  performer: Person,
  status: z.enum(privateRequestStatuses),
  note: z.string(),
  pricePerMinute: Amount,
  minimumMinutes: z.number(),
  /** Held from the fan's wallet and not yet billed. */
  held: Amount,
  minutesBilled: z.number(),
  amountBilled: Amount,
  /** The split of what was billed. */
  commission: Amount,
  earning: Amount,
  /** Whole minutes that the hold and the fan's balance still cover; null unless the show is active. */
  minutesLeft: z.number().nullable(),
  /** When a pending request lapses, or an accepted one ends unless both have joined. */
  expiresAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  endReason: z.enum(privateShowEndReasons).nullable(),
  createdAt: Instant,
});
