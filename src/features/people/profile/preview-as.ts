/**
 * What others would see of the owner's content, worked out in her browser from the terms of each item: the host answers her as
 * the owner, so addresses of files and text behind a lock are taken away here.
 */
import * as limits from '@contract/kernel/limits';
import type { Audience, UnlockWay } from '@contract/values';
import { viewers } from '../../profile/viewers';
import type { Viewer } from '../../profile/viewers';

const opensFor: Record<Audience, readonly Viewer[]> = {
  public: viewers,
  followers: ['follower', 'subscriber'],
  subscribers: ['subscriber'],
  paid: [],
};
const waysInto: Record<Audience, UnlockWay[]> = {
  public: [],
  followers: ['follow', 'subscribe'],
  subscribers: ['subscribe'],
  paid: ['buy'],
};

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const isItem = (value: Fields): value is Fields & { audience: Audience } => 'isLocked' in value && typeof value['audience'] === 'string';

/** Everything in an answer as `viewer` would be told it. */
export function seenAs(answer: unknown, viewer: Viewer): unknown {
  if (Array.isArray(answer)) return answer.map((part) => seenAs(part, viewer));
  if (!isFields(answer)) return answer;
  if (isItem(answer)) return itemAs(answer, viewer);
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, seenAs(value, viewer)]));
}

function itemAs(item: Fields & { audience: Audience }, viewer: Viewer): Fields {
  const own = {
    ...item,
    ...{ isLiked: false, isBookmarked: false, isBought: false, totalSold: null },
    ...{ isFollowed: viewer === 'follower', isSubscribed: viewer === 'subscriber' },
  };
  if (opensFor[item.audience].includes(viewer)) return { ...own, isLocked: false, unlock: [] };
  const ways = waysInto[item.audience].filter((way) => !(way === 'follow' && viewer === 'follower'));
  return { ...own, ...hidden(item), isLocked: true, unlock: ways };
}

const fileKeys = ['files', 'video', 'photo', 'coverPhoto', 'thumbnail'];
const textKeys = ['text', 'description'];

/** The parts of an item that stand behind its lock. */
function hidden(item: Fields): Fields {
  const files = fileKeys.filter((key) => key in item).map((key) => [key, withoutAddress(item[key])] as const);
  const texts = textKeys.filter((key) => key in item).map((key) => [key, cut(String(item[key]))] as const);
  const isCut = texts.some(([key, text]) => text !== item[key]);
  return { ...Object.fromEntries([...files, ...texts]), ...('isCut' in item ? { isCut } : {}), ...('poll' in item ? { poll: null } : {}) };
}

const cut = (text: string): string => (text.length > limits.lockedTextLengthMax ? text.slice(0, limits.lockedTextLengthMax) : text);

function withoutAddress(file: unknown): unknown {
  if (Array.isArray(file)) return file.map(withoutAddress);
  if (!isFields(file)) return file;
  const addresses = { url: null, thumbnails: [], thumbnailUrl: null, sources: [], frames: [], downloadUrl: null };
  return { ...file, ...addresses, ...('alt' in file ? { alt: '' } : {}) };
}
