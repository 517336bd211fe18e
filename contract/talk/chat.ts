/** The things that answers about private messages are made of. What is locked travels with its blurred pictures and the beginning of its text. */
import { z } from 'zod';
import { File, Person } from '../kernel/entities';
import { Amount, Id, Instant } from '../kernel/shapes';
import {
  conversationTypes,
  listRules,
  massStatuses,
  messageStatuses,
  messageTypes,
  subscriptionStatuses,
  vaultMarks,
  writeWays,
} from '../values';

/** What was last said, as far as whoever asks may read it. */
const LastMessage = z.object({
  text: z.string(),
  type: z.enum(messageTypes),
  /** How many pictures and videos came with it. */
  totalFiles: z.number(),
  isDeleted: z.boolean(),
  senderId: Id,
  createdAt: Instant,
});

/** A conversation as one of its two members sees it. */
export const Conversation = z.object({
  _id: Id,
  type: z.enum(conversationTypes),
  /** The other member. */
  recipient: Person,
  lastMessage: LastMessage.nullable(),
  /** The place of the last message: how many there have been. */
  lastSeq: z.number(),
  totalNotSeenMessages: z.number(),
  /** Whether the fan of the two has access as a subscriber of the performer now. */
  isSubscribed: z.boolean(),
  /** A block stands between the two. */
  isBlocked: z.boolean(),
  /** The block, or one of two, was set by whoever asks, who can take it back. */
  isBlockedByMe: z.boolean(),
  isMuted: z.boolean(),
  canWrite: z.boolean(),
  /** What would let whoever asks write, the cheapest way first; empty when she may, or when nothing would. */
  writeNeeds: z.array(z.enum(writeWays)),
  /** What one message costs whoever asks; 0 where it costs nothing. */
  messagePrice: Amount,
  /** Up to which message the other has read and received, by its place, and when. */
  seenSeq: z.number(),
  seenAt: Instant.nullable(),
  deliveredSeq: z.number(),
  deliveredAt: Instant.nullable(),
  createdAt: Instant,
  /** When anything was last said in it. */
  updatedAt: Instant,
});

/** The message that another one answers. */
const RepliedTo = z.object({ _id: Id, senderId: Id, text: z.string(), isDeleted: z.boolean() });

export const Message = z.object({
  _id: Id,
  conversationId: Id,
  /** Its place in the conversation: 1, 2, 3 and so on, without a gap. */
  seq: z.number(),
  /** What its sender's device calls it; null for everybody else. */
  clientKey: z.string().nullable(),
  type: z.enum(messageTypes),
  text: z.string(),
  /** The text goes on behind the lock. */
  isCut: z.boolean(),
  senderId: Id,
  sender: Person,
  /** Who wrote it for its sender, whom she helps; told on the sender's side alone. */
  by: z.string().optional(),
  files: z.array(File),
  replyTo: RepliedTo.nullable(),
  /** What was tipped with it; null for every other kind. */
  tip: Amount.nullable(),
  isSale: z.boolean(),
  price: Amount.nullable(),
  /** Whether its receiver has paid for it; told to both. */
  isBought: z.boolean(),
  isLocked: z.boolean(),
  isDeleted: z.boolean(),
  /** How far it has come on the other side. */
  status: z.enum(messageStatuses),
  createdAt: Instant,
  updatedAt: Instant,
});

/** A list of fans: one that the site keeps, under the name of its rule, or one of the performer's own. */
export const FanList = z.object({
  /** The rule of a list that the site keeps, else an id. */
  _id: z.union([z.enum(listRules), Id]),
  name: z.string(),
  rule: z.enum(listRules).nullable(),
  total: z.number(),
  createdAt: Instant.nullable(),
});

/** Who is on an own list. */
export const FanListWithFans = FanList.extend({ users: z.array(Person) });

/** A fan as the performer knows her. */
export const Fan = z.object({
  person: Person,
  note: z.string(),
  /** All that she has paid this performer and was not given back. */
  totalSpent: Amount,
  isFollowing: z.boolean(),
  subscription: z.object({ status: z.enum(subscriptionStatuses), startedAt: Instant, expiredAt: Instant }).nullable(),
  lists: z.array(z.object({ _id: Id, name: z.string() })),
});

/** A file that was sent in messages, or uploaded for one. */
export const VaultFile = File.extend({
  /** To how many people it was sent, and how many of them have paid for it. */
  sentTo: z.number(),
  boughtBy: z.number(),
  /** What the fan whom the list was asked for has of it; null for nothing. */
  mark: z.enum(vaultMarks).nullable(),
});

/** One text that goes to many fans, to each in her own conversation. */
export const MassMessage = z.object({
  _id: Id,
  text: z.string(),
  files: z.array(File),
  isSale: z.boolean(),
  price: Amount.nullable(),
  include: z.array(z.union([z.enum(listRules), Id])),
  exclude: z.array(z.union([z.enum(listRules), Id])),
  status: z.enum(massStatuses),
  scheduledAt: Instant.nullable(),
  /** For how many it is, and how many have it by now. */
  recipients: z.number(),
  sent: z.number(),
  seen: z.number(),
  bought: z.number(),
  /** What its performer receives of what was paid for it. */
  received: Amount,
  createdAt: Instant,
  updatedAt: Instant,
});
