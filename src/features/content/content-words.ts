/** What the states and audiences of content are called, each with how it should look. */
import type { Audience, FeedType, ItemState } from '@contract/values';
import { shortTokens } from '@web/lib/i18n/money';
import type { StateTone } from '@web/ui/feedback/state-mark';

interface Word {
  word: string;
  tone: StateTone;
}

export const stateWords: Record<ItemState, Word> = {
  draft: { word: 'Draft', tone: 'quiet' },
  processing: { word: 'Processing', tone: 'warn' },
  failed: { word: 'Failed', tone: 'danger' },
  scheduled: { word: 'Scheduled', tone: 'warn' },
  published: { word: 'Published', tone: 'ok' },
  inactive: { word: 'Hidden', tone: 'quiet' },
  hidden: { word: 'Taken down', tone: 'danger' },
  expired: { word: 'Ended', tone: 'quiet' },
};

export const audienceWords: Record<Audience, string> = {
  public: 'Everyone',
  followers: 'Followers',
  subscribers: 'Subscribers',
  paid: 'For a price',
};

export const feedTypeWords: Record<FeedType, string> = {
  text: 'Text',
  photo: 'Photos',
  video: 'Video',
  audio: 'Audio',
  'scheduled-stream': 'Show',
};

export const forWhom = ({ audience, price }: { audience: Audience; price: number | null }): string =>
  audience === 'paid' && price !== null ? `${shortTokens(price)} tokens` : audienceWords[audience];

export const optionsOf = (words: Readonly<Record<string, string | Word>>): { value: string; label: string }[] =>
  Object.entries(words).map(([value, said]) => ({ value, label: typeof said === 'string' ? said : said.word }));
