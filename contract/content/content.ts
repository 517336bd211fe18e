/**
 * What performers publish, and what people say about it. An item that is locked to whoever asks travels with its counts, its
 * price, its blurred picture and the beginning of its text: no address of a file, and no more text.
 */
import { z } from 'zod';
import { File, PerformerCard, Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Amount, formFlag, formList, formNumber, formText, Id, Instant, Tag, Text } from '../kernel/shapes';
import { audiences, commentObjects, feedTypes, itemStates, itemStatuses, productTypes, unlockWays } from '../values';

/** For whom an item is, and what whoever asks may do with it and has done. */
const Access = z.object({
  audience: z.enum(audiences),
  isSale: z.boolean(),
  price: Amount.nullable(),
  isLocked: z.boolean(),
  /** What would open it, the cheapest way first; empty when it is open. */
  unlock: z.array(z.enum(unlockWays)),
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  isBought: z.boolean(),
  isSubscribed: z.boolean(),
  isFollowed: z.boolean(),
});

const Item = Access.extend({
  _id: Id,
  status: z.enum(itemStatuses),
  /** Where it stands, in one word; everybody but its owner sees published ones alone. */
  state: z.enum(itemStates),
  tags: z.array(z.string()),
  scheduledAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  publishedAt: Instant.nullable(),
  performer: PerformerCard,
  /** How often it was sold; told to its owner and operators alone. */
  totalSold: z.number().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

const Stats = z.object({ likes: z.number(), bookmarks: z.number(), comments: z.number(), views: z.number() });

export const PollOption = z.object({
  _id: Id,
  text: z.string(),
  /** Null until whoever asks has voted, the poll has ended, or it is her own. */
  totalVotes: z.number().nullable(),
});

export const Poll = z.object({
  _id: Id,
  question: z.string(),
  expiresAt: Instant.nullable(),
  isClosed: z.boolean(),
  totalVotes: z.number(),
  votedOptionId: Id.nullable(),
  options: z.array(PollOption),
});

/** A file of a post, with what it shows in words: read out to those who do not see it; empty while the post is locked. */
export const FeedFile = File.extend({ alt: z.string() });

export const Feed = Item.extend({
  kind: z.literal('feed'),
  slug: z.string(),
  type: z.enum(feedTypes),
  title: z.string(),
  text: z.string(),
  /** The text goes on behind the lock. */
  isCut: z.boolean(),
  files: z.array(FeedFile),
  thumbnail: File.nullable(),
  teaser: File.nullable(),
  /** Null also while the post is locked. */
  poll: Poll.nullable(),
  isPinned: z.boolean(),
  streamScheduledAt: Instant.nullable(),
  totalLike: z.number(),
  totalComment: z.number(),
  views: z.number(),
});

export const Gallery = Item.extend({
  kind: z.literal('gallery'),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  isCut: z.boolean(),
  coverPhoto: File.nullable(),
  totalPhotos: z.number(),
  stats: Stats,
});

export const Photo = Item.extend({
  kind: z.literal('photo'),
  galleryId: Id.nullable(),
  performerId: Id,
  title: z.string(),
  /** Also what is read out for those who do not see it. */
  description: z.string(),
  isGalleryCover: z.boolean(),
  ordering: z.number(),
  photo: File,
});

export const Video = Item.extend({
  kind: z.literal('video'),
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  isCut: z.boolean(),
  /** Null while there is none: a draft. */
  video: File.nullable(),
  teaser: File.nullable(),
  thumbnail: File.nullable(),
  participants: z.array(PerformerCard),
  stats: Stats,
});

/** Something of a performer's store. Everybody may see it; its file is for who bought it. */
export const Product = z.object({
  _id: Id,
  kind: z.literal('product'),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.enum(productTypes),
  status: z.enum(itemStatuses),
  /** Where it stands, in one word; everybody but its owner sees published ones alone. */
  state: z.enum(itemStates),
  price: Amount,
  /** Pieces left; null where there is no end of them. */
  stock: z.number().nullable(),
  /** How and when it is sent, in its seller's words. */
  deliveryNote: z.string(),
  /** The first of its pictures. */
  image: File.nullable(),
  images: z.array(File),
  stats: Stats,
  performer: PerformerCard,
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  /** Whether whoever asks has bought it and was not given her money back. */
  isBought: z.boolean(),
  publishedAt: Instant.nullable(),
  /** Pieces sold, told to its owner and operators alone; so is the file. */
  totalSold: z.number().nullable(),
  digitalFile: File.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

/** Something that was bought: what the wallet paid for, as it is open to the buyer now. */
export const BoughtItem = z.discriminatedUnion('kind', [Feed, Gallery, Video]);

export const Comment = z.object({
  _id: Id,
  objectType: z.enum(commentObjects),
  objectId: Id,
  /** Empty once it was deleted. */
  content: z.string(),
  image: File.nullable(),
  creator: Person,
  totalLike: z.number(),
  totalReply: z.number(),
  isLiked: z.boolean(),
  isMine: z.boolean(),
  /** Whether whoever asks may delete it: its author, the owner of the object, operators. */
  mayDelete: z.boolean(),
  isEdited: z.boolean(),
  isDeleted: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});

const itemFields = {
  audience: z.enum(audiences),
  isSale: z.boolean(),
  price: Amount.nullable(),
  status: z.enum(itemStatuses),
  scheduledAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  tag: Tag,
};

/** How something is published. New things begin as active, for subscribers and at once; later an absent field stays as it is. */
export const ItemChanges = z.object({
  audience: itemFields.audience.optional(),
  /** true alone means the audience `paid`. */
  isSale: itemFields.isSale.optional(),
  price: itemFields.price.optional(),
  status: itemFields.status.optional(),
  scheduledAt: itemFields.scheduledAt.optional(),
  expiresAt: itemFields.expiresAt.optional(),
  tags: z.array(itemFields.tag).max(limits.tagsMax).optional(),
});
export type ItemChanges = z.output<typeof ItemChanges>;

/** The same in a form that brings files. */
export const ItemForm = z.object({
  audience: formText(itemFields.audience),
  isSale: formFlag(),
  price: formNumber(itemFields.price),
  status: formText(itemFields.status),
  scheduledAt: formText(itemFields.scheduledAt),
  expiresAt: formText(itemFields.expiresAt),
  tags: formList(itemFields.tag, limits.tagsMax),
});

export const Title = Text(limits.itemTitleLengthMax, 1);
export const Description = Text(limits.itemDescriptionLengthMax);
/** Which of the moments of a video its thumbnail is made of. */
export const Frame = z.number().int().min(1).max(limits.videoFrames);
/** Of an own thing in a list: the name of the helper who made it, where one did. */
export const Made = { by: z.string().optional() };

export const Deleted = z.object({ deleted: z.literal(true) });

/** What reading something public, or one's own, may refuse beside its own noun. */
export const seeFails = ['blocked_by_performer'] as const;
export const publishFails = [
  'performer_not_verified',
  'file_not_found',
  'file_already_used',
  'file_type_mismatch',
  'price_out_of_range',
  'schedule_in_past',
] as const;
export const publishFormFails = ['performer_not_verified', 'price_out_of_range', 'schedule_in_past'] as const;
export const uploadFails = ['quota_exceeded', 'file_unreadable'] as const;
