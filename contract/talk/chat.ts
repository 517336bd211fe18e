/** Response schemas of private messages. Locked content is sent with blurred previews and the beginning of its text. */
import * as z from 'zod';
import { File, Person } from '../kernel/entities';
import { Amount, Id, Instant } from '../kernel/shapes';
import {
  conversationTypes,
  listRules,
  massMessageStatuses,
  messageStatuses,
  messageTypes,
  vaultMarks,
  messagingRequirements,
} from '../kernel/values/messages';
import { subscriptionStatuses } from '../kernel/values/subscriptions';

/** The last message, as far as the viewer may read it. */
const LastMessage = z.object({
  text: z.string(),
  type: z.enum(messageTypes),
  /** The number of attached photos and videos. */
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
  /** The `seq` of the last message, which is the number of messages so far. */
  lastSeq: z.number(),
  totalNotSeenMessages: z.number(),
  /** Whether the fan among the two currently has access as a subscriber of the performer. */
  isSubscribed: z.boolean(),
  /** One of the two has blocked the other. */
  isBlocked: z.boolean(),
  /** The viewer has blocked the other and can unblock them. */
  isBlockedByMe: z.boolean(),
  isMuted: z.boolean(),
  canWrite: z.boolean(),
  /** What would let the viewer write, cheapest first; empty when they may, or when nothing would help. */
  writeNeeds: z.array(z.enum(messagingRequirements)),
  /** The viewer's price per message; 0 when free. */
  messagePrice: Amount,
  /** The `seq` up to which the other has read and received messages, and when. */
  seenSeq: z.number(),
  seenAt: Instant.nullable(),
  deliveredSeq: z.number(),
  deliveredAt: Instant.nullable(),
  createdAt: Instant,
  /** When the last message was sent. */
  updatedAt: Instant,
});

/** The message that this one replies to. */
const RepliedTo = z.object({ _id: Id, senderId: Id, text: z.string(), isDeleted: z.boolean() });

/** One emoji on a message, with the number of people who added it. */
const Reaction = z.object({ emoji: z.string(), total: z.number(), isMine: z.boolean() });

export const Message = z.object({
  _id: Id,
  conversationId: Id,
  /** Its sequence number in the conversation: 1, 2, 3 and so on, without gaps. */
  seq: z.number(),
  /** The id that the sender's device gave it; null for everyone else. */
  clientKey: z.string().nullable(),
  type: z.enum(messageTypes),
  text: z.string(),
  /** The text is truncated; the rest is locked. */
  isCut: z.boolean(),
  senderId: Id,
  sender: Person,
  /** The delegate who wrote it on behalf of the sender; visible to the sender's side only. */
  by: z.string().optional(),
  files: z.array(File),
  replyTo: RepliedTo.nullable(),
  /** The tip that it announces; null for all other types. */
  tip: Amount.nullable(),
  isSale: z.boolean(),
  price: Amount.nullable(),
  /** Whether its recipient has paid for it; visible to both. */
  isBought: z.boolean(),
  isLocked: z.boolean(),
  isDeleted: z.boolean(),
  /** The sender has changed its text since sending it. */
  isEdited: z.boolean(),
  /** In the order in which they were first added. */
  reactions: z.array(Reaction),
  /** How far it got: sent, delivered to the recipient, or seen by them. */
  status: z.enum(messageStatuses),
  createdAt: Instant,
  updatedAt: Instant,
});

/** A list of fans: one that the site maintains by a rule, or one that the performer made. */
export const FanList = z.object({
  /** The rule's name for a list of the site, or else an id. */
  _id: z.union([z.enum(listRules), Id]),
  name: z.string(),
  rule: z.enum(listRules).nullable(),
  total: z.number(),
  createdAt: Instant.nullable(),
});

/** A list that the performer made, with its members. */
export const FanListWithFans = FanList.extend({ users: z.array(Person) });

/** A fan as the performer sees them. */
export const Fan = z.object({
  person: Person,
  note: z.string(),
  /** The sum of everything paid to this performer, minus refunds. */
  totalSpent: Amount,
  isFollowing: z.boolean(),
  subscription: z.object({ status: z.enum(subscriptionStatuses), startedAt: Instant, expiredAt: Instant }).nullable(),
  lists: z.array(z.object({ _id: Id, name: z.string() })),
});

/** A file that was sent in messages, or uploaded for one. */
export const VaultFile = File.extend({
  /** How many people it was sent to, and how many of them have paid for it. */
  sentTo: z.number(),
  boughtBy: z.number(),
  /** Whether it was sent or offered to the fan of the query's `fanId`, or bought by them; null for none of these. */
  mark: z.enum(vaultMarks).nullable(),
});

/** One message sent to many fans, each in their own conversation. */
export const MassMessage = z.object({
  _id: Id,
  text: z.string(),
  files: z.array(File),
  isSale: z.boolean(),
  price: Amount.nullable(),
  include: z.array(z.union([z.enum(listRules), Id])),
  exclude: z.array(z.union([z.enum(listRules), Id])),
  status: z.enum(massMessageStatuses),
  scheduledAt: Instant.nullable(),
  /** How many fans it goes to, and how many it has been sent to. */
  recipients: z.number(),
  sent: z.number(),
  seen: z.number(),
  bought: z.number(),
  /** The performer's earnings from purchases of it. */
  received: Amount,
  createdAt: Instant,
  updatedAt: Instant,
});
