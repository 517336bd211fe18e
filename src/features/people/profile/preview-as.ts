/**
 * Previews the owner's content as other viewers see it, computed in the browser from the audience of each item: the API's
 * responses are those for the owner, so file URLs and locked text are removed here.
 */
import * as limits from '@contract/kernel/limits';
import type { Audience, UnlockMethod } from '@contract/kernel/values/content';
import { previewRoles } from './preview-roles';
import type { PreviewRole } from './preview-roles';

const unlockedFor: Record<Audience, readonly PreviewRole[]> = {
  public: previewRoles,
  followers: ['follower', 'subscriber'],
  subscribers: ['subscriber'],
  paid: [],
};
const unlockOptions: Record<Audience, UnlockMethod[]> = {
  public: [],
  followers: ['follow', 'subscribe'],
  subscribers: ['subscribe'],
  paid: ['buy'],
};

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const isItem = (value: Fields): value is Fields & { audience: Audience } => 'isLocked' in value && typeof value['audience'] === 'string';

/** The response with everything that `viewer` would not receive removed. */
export function previewAs(response: unknown, viewer: PreviewRole): unknown {
  if (Array.isArray(response)) return response.map((item) => previewAs(item, viewer));
  if (!isFields(response)) return response;
  if (isItem(response)) return itemAs(response, viewer);
  return Object.fromEntries(Object.entries(response).map(([key, value]) => [key, previewAs(value, viewer)]));
}

function itemAs(item: Fields & { audience: Audience }, viewer: PreviewRole): Fields {
  const personal = {
    ...item,
    isLiked: false,
    isBookmarked: false,
    isBought: false,
    totalSold: null,
    isFollowed: viewer === 'follower',
    isSubscribed: viewer === 'subscriber',
  };
  if (unlockedFor[item.audience].includes(viewer)) return { ...personal, isLocked: false, unlock: [] };
  const methods = unlockOptions[item.audience].filter((method) => !(method === 'follow' && viewer === 'follower'));
  return { ...personal, ...lockedParts(item), isLocked: true, unlock: methods };
}

const fileKeys = ['files', 'video', 'photo', 'coverPhoto', 'thumbnail'];
const textKeys = ['text', 'description'];

/** The locked parts of an item. */
function lockedParts(item: Fields): Fields {
  const files = fileKeys.filter((key) => key in item).map((key) => [key, withoutUrls(item[key])] as const);
  const texts = textKeys.filter((key) => key in item).map((key) => [key, cutText(String(item[key]))] as const);
  const isCut = texts.some(([key, text]) => text !== item[key]);
  return { ...Object.fromEntries([...files, ...texts]), ...('isCut' in item ? { isCut } : {}), ...('poll' in item ? { poll: null } : {}) };
}

const cutText = (text: string): string => (text.length > limits.lockedTextLengthMax ? text.slice(0, limits.lockedTextLengthMax) : text);

function withoutUrls(file: unknown): unknown {
  if (Array.isArray(file)) return file.map(withoutUrls);
  if (!isFields(file)) return file;
  const urls = { url: null, thumbnails: [], thumbnailUrl: null, sources: [], frames: [], downloadUrl: null };
  return { ...file, ...urls, ...('alt' in file ? { alt: '' } : {}) };
}
