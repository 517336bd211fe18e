/** A video as its editor holds it, from what the host keeps and into what the host takes. */
import { isBlank } from '@contract/values';
import * as limits from '@contract/kernel/limits';
import type { AnswerOf } from '@web/services/call';
import type { Person } from '../../../editing/people-field';
import { formOf, newTerms, termFaults, termsOf } from '../../../editing/terms';
import type { Faults, Terms } from '../../../editing/terms';

export type Video = AnswerOf<'GET /performer/performer-assets/videos/:id/view'>;

export interface VideoValues extends Terms {
  title: string;
  description: string;
  people: Person[];
  /** The moment of the video that is to be its thumbnail, counted from 1; null leaves it as it is. */
  frame: number | null;
}

/** What a file's name says of what it shows. */
const titleIn = (fileName: string): string =>
  fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
    .slice(0, limits.itemTitleLengthMax);

export const valuesOfFile = (fileName: string): VideoValues => ({
  ...newTerms,
  title: titleIn(fileName),
  description: '',
  people: [],
  frame: null,
});
export const valuesOfVideo = (video: Video): VideoValues => ({
  ...termsOf(video),
  title: video.title,
  description: video.description,
  people: video.participants.map(({ _id, name, username }) => ({ _id, name, username })),
  frame: null,
});

export function titledFaults(values: Terms & { title: string }, now: number): Faults<Terms & { title: string }> {
  const faults: Faults<Terms & { title: string }> = termFaults(values, now);
  return isBlank(values.title) ? { ...faults, title: 'Give it a title.' } : faults;
}

export const videoForm = (values: VideoValues, status: 'draft' | 'active') => ({
  ...formOf(values),
  status,
  title: values.title.trim(),
  description: values.description.trim(),
  // An empty one says that nobody is left.
  participantIds: values.people.length === 0 ? [''] : values.people.map(({ _id }) => _id),
});
