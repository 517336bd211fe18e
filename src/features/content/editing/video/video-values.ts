/** The form values of a video, converted from and to the API's format. */
import { isBlank } from '@contract/kernel/values/text';
import * as limits from '@contract/kernel/limits';
import type { ResponseOf } from '@web/services/call';
import { termsFormBody, newTerms, validateTerms, termsOf } from '../shared/terms';
import type { FieldErrors, Terms } from '../shared/terms';

export type Video = ResponseOf<'GET /performer/performer-assets/videos/:id/view'>;

export interface VideoValues extends Terms {
  title: string;
  description: string;
  /** The one-based frame that becomes the thumbnail; null leaves the thumbnail unchanged. */
  frame: number | null;
}

const titleFromFileName = (fileName: string): string =>
  fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
    .slice(0, limits.itemTitleLengthMax);

export const valuesFromFileName = (fileName: string): VideoValues => ({
  ...newTerms,
  title: titleFromFileName(fileName),
  description: '',
  frame: null,
});
export const valuesOfVideo = (video: Video): VideoValues => ({
  ...termsOf(video),
  title: video.title,
  description: video.description,
  frame: null,
});

export function validateTitled(values: Terms & { title: string }, now: number): FieldErrors<Terms & { title: string }> {
  const fieldErrors: FieldErrors<Terms & { title: string }> = validateTerms(values, now);
  return isBlank(values.title) ? { ...fieldErrors, title: 'Enter a title.' } : fieldErrors;
}

export const videoFormBody = (values: VideoValues, status: 'draft' | 'active') => ({
  ...termsFormBody(values),
  status,
  title: values.title.trim(),
  description: values.description.trim(),
});
