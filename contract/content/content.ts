/**
 * What performers publish, and how people respond to it. An item that is locked to the caller is sent with its counts, its price,
 * its blurred picture and the beginning of its text. File URLs and the rest of the text are left out.
 */
import * as z from 'zod';
import { File, PerformerCard, Person } from '../kernel/entities';
import * as limits from '../kernel/limits';
import { Amount, formFlag, formList, formNumber, formText, Id, Instant, Tag, Text } from '../kernel/shapes';
import { audiences, commentObjects, consents, itemStates, itemStatuses, unlockMethods } from '../kernel/values/content';
import { feedTypes } from '../kernel/values/feeds';
import { ticketStates } from '../kernel/values/live';
import { productTypes } from '../kernel/values/store';

/** The audience of an item, what the caller may do with it and what they have done. */
const Access = z.object({
  audience: z.enum(audiences),
  isSale: z.boolean(),
  price: Amount.nullable(),
  isLocked: z.boolean(),
  /** The ways to unlock it, the cheapest first. Empty when it is open. */
  unlock: z.array(z.enum(unlockMethods)),
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  isBought: z.boolean(),
  isSubscribed: z.boolean(),
  isFollowed: z.boolean(),
});

/** A person shown in an item, as its owner and operators see them: an account, or the name on a release. */
export const ShownPerson = z.object({
  _id: Id,
  person: PerformerCard.nullable(),
  release: z.object({ _id: Id, name: z.string() }).nullable(),
  consent: z.enum(consents),
});

/** Who is shown in an item. */
const People = z.object({
  /** People with an account who agreed, and whose page is open to the caller. */
  participants: z.array(PerformerCard),
  /** Everyone named, whatever their consent. Null unless the caller is the owner or an operator. */
  people: z.array(ShownPerson).nullable(),
});

const Item = Access.extend({
  ...People.shape,
  _id: Id,
  status: z.enum(itemStatuses),
  /** Derived state. Everyone except the owner only sees published items. */
  state: z.enum(itemStates),
  tags: z.array(z.string()),
  scheduledAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  publishedAt: Instant.nullable(),
  performer: PerformerCard,
  /** Number of sales. Null unless the caller is the owner or an operator. */
  totalSold: z.number().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

const Stats = z.object({ likes: z.number(), bookmarks: z.number(), comments: z.number(), views: z.number() });

export const PollOption = z.object({
  _id: Id,
  text: z.string(),
  /** Null until the caller has voted or the poll has ended; never null for its owner and operators. */
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

/** A file of a post with its alt text for screen readers. The alt text is empty while the post is locked. */
export const FeedFile = File.extend({ alt: z.string() });

/** Tickets for the show that a post announces. */
export const Tickets = z.object({
  price: Amount,
  /** How many fans can join; null for no limit. */
  capacity: z.number().nullable(),
  state: z.enum(ticketStates),
  /** Whether the caller holds a ticket that they may return, because the show was rescheduled after the purchase. */
  mayReturn: z.boolean(),
  /** The recording. Null when there is none, and for callers who are neither a ticket holder nor the owner. */
  recording: z.object({ _id: Id, slug: z.string() }).nullable(),
});

export const Feed = Item.extend({
  kind: z.literal('feed'),
  slug: z.string(),
  type: z.enum(feedTypes),
  title: z.string(),
  text: z.string(),
  /** Whether `text` is only the beginning, because the post is locked. */
  isCut: z.boolean(),
  files: z.array(FeedFile),
  thumbnail: File.nullable(),
  teaser: File.nullable(),
  /** Also null while the post is locked. */
  poll: Poll.nullable(),
  isPinned: z.boolean(),
  streamScheduledAt: Instant.nullable(),
  /** Null where no tickets are sold. */
  tickets: Tickets.nullable(),
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
  /** Also used as the alt text for screen readers. */
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
  /** Null while no file is attached; the video is then a draft. */
  video: File.nullable(),
  teaser: File.nullable(),
  thumbnail: File.nullable(),
  stats: Stats,
});

/** A product in a performer's store. Anyone may see it; its file is only for buyers. */
export const Product = z.object({
  ...People.shape,
  _id: Id,
  kind: z.literal('product'),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.enum(productTypes),
  status: z.enum(itemStatuses),
  /** Derived state. Everyone except the owner only sees published products. */
  state: z.enum(itemStates),
  price: Amount,
  /** Pieces left; null when unlimited. */
  stock: z.number().nullable(),
  /** How and when it is shipped, in the seller's words. */
  deliveryNote: z.string(),
  /** The first of `images`. */
  image: File.nullable(),
  images: z.array(File),
  stats: Stats,
  performer: PerformerCard,
  isLiked: z.boolean(),
  isBookmarked: z.boolean(),
  /** Whether the caller has bought it and was not refunded. */
  isBought: z.boolean(),
  publishedAt: Instant.nullable(),
  /** Pieces sold. This and the file are null unless the caller is the owner or an operator. */
  totalSold: z.number().nullable(),
  digitalFile: File.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});

/** An item that was bought, as the buyer sees it now. */
export const BoughtItem = z.discriminatedUnion('kind', [Feed, Gallery, Video]);

export const Comment = z.object({
  _id: Id,
  objectType: z.enum(commentObjects),
  objectId: Id,
  /** Empty once the comment is deleted. */
  content: z.string(),
  image: File.nullable(),
  creator: Person,
  totalLike: z.number(),
  totalReply: z.number(),
  isLiked: z.boolean(),
  isMine: z.boolean(),
  /** Whether the caller may delete it: its author, the owner of the commented item, or an operator. */
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

/** Publishing options. A new item defaults to active, for subscribers and published immediately. On update, absent fields are unchanged. */
export const ItemChanges = z.object({
  audience: itemFields.audience.optional(),
  /** `true` without `audience` means the audience `paid`. */
  isSale: itemFields.isSale.optional(),
  price: itemFields.price.optional(),
  status: itemFields.status.optional(),
  scheduledAt: itemFields.scheduledAt.optional(),
  expiresAt: itemFields.expiresAt.optional(),
  tags: z.array(itemFields.tag).max(limits.tagsMax).optional(),
  /** Performers shown in the item, and releases of people without an account. The item is published once all of them agree. */
  participantIds: z.array(Id).max(limits.participantsMax).optional(),
  releaseIds: z.array(Id).max(limits.participantsMax).optional(),
});
export type ItemChanges = z.output<typeof ItemChanges>;

/** Who is shown. An absent list is unchanged. */
export const PeopleChanges = ItemChanges.pick({ participantIds: true, releaseIds: true });

/** Who is shown, as multipart form fields. */
export const PeopleForm = z.object({
  participantIds: formList(Id, limits.participantsMax),
  releaseIds: formList(Id, limits.participantsMax),
});

/** `ItemChanges` as multipart form fields. */
export const ItemForm = z.object({
  audience: formText(itemFields.audience),
  isSale: formFlag(),
  price: formNumber(itemFields.price),
  status: formText(itemFields.status),
  scheduledAt: formText(itemFields.scheduledAt),
  expiresAt: formText(itemFields.expiresAt),
  tags: formList(itemFields.tag, limits.tagsMax),
  ...PeopleForm.shape,
});

export const Title = Text(limits.itemTitleLengthMax, 1);
export const Description = Text(limits.itemDescriptionLengthMax);
/** Number of the video frame that becomes the thumbnail. */
export const FrameNumber = z.number().int().min(1).max(limits.videoFrames);
/** The name of the delegate who created the item, for the owner's own lists. */
export const CreatedBy = { by: z.string().optional() };

export const Deleted = z.object({ deleted: z.literal(true) });

/** Errors when reading public items, in addition to the `…_not_found` of the item. */
export const viewErrors = ['blocked_by_performer'] as const;
export const peopleErrors = ['performer_not_found', 'release_not_found'] as const;
/** As `peopleErrors`, for an existing item, whose people may already have responded. */
export const existingPeopleErrors = [...peopleErrors, 'consent_refused', 'person_not_shown'] as const;
export const publishErrors = [
  'performer_not_verified',
  'file_not_found',
  'file_already_used',
  'file_type_mismatch',
  'price_out_of_range',
  'schedule_in_past',
] as const;
export const publishFormErrors = ['performer_not_verified', 'price_out_of_range', 'schedule_in_past'] as const;
export const uploadErrors = ['quota_exceeded', 'file_unreadable'] as const;
