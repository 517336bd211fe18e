/** The form values of a gallery, and the order of its photos. */
import type { ResponseOf } from '@web/services/call';
import { newTerms, termsOf, termsRequestBody } from '../shared/terms';
import type { Terms } from '../shared/terms';

export type Gallery = ResponseOf<'GET /performer/performer-assets/galleries/:id/view'>;
export type Photo = ResponseOf<'GET /performer/performer-assets/photos/search'>['data'][number];

export interface GalleryValues extends Terms {
  title: string;
  description: string;
}

/** The title of a gallery without one. It is stored with the gallery, so it is never translated. */
export const untitled = 'Untitled gallery';

export function valuesOfGallery(gallery: Gallery | null): GalleryValues {
  if (gallery === null) return { ...newTerms, title: '', description: '' };
  return { ...termsOf(gallery), title: gallery.title === untitled ? '' : gallery.title, description: gallery.description };
}

export const galleryBody = (values: GalleryValues, status: 'draft' | 'active') => ({
  ...termsRequestBody(values),
  status,
  title: values.title.trim() || untitled,
  description: values.description.trim(),
});

/**
 * The photos whose `ordering` changes when `current` is reordered to `next`. Existing numbers are reused if they are strictly
 * ascending; else the photos are renumbered from 0.
 */
export function changedPositions(current: readonly Photo[], next: readonly Photo[]): { id: string; ordering: number }[] {
  const isAscending = current.every(({ ordering }, index) => index === 0 || ordering > (current[index - 1]?.ordering ?? 0));
  return next.flatMap(({ _id: id, ordering: now }, index) => {
    const ordering = isAscending ? (current[index]?.ordering ?? index) : index;
    return ordering === now ? [] : [{ id, ordering }];
  });
}
