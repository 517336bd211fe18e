/** A gallery as its editor holds it, and the order of its photos. */
import type { AnswerOf } from '@web/services/call';
import { newTerms, termsOf, wireOf } from '../../../editing/terms';
import type { Terms } from '../../../editing/terms';

export type Gallery = AnswerOf<'GET /performer/performer-assets/galleries/:id/view'>;
export type Photo = AnswerOf<'GET /performer/performer-assets/photos/search'>['data'][number];

export interface GalleryValues extends Terms {
  title: string;
  description: string;
}

/** What a gallery is called until it has a title: kept with it, and never translated. */
export const untitled = 'Untitled gallery';

export function valuesOfGallery(gallery: Gallery | null): GalleryValues {
  if (gallery === null) return { ...newTerms, title: '', description: '' };
  return { ...termsOf(gallery), title: gallery.title === untitled ? '' : gallery.title, description: gallery.description };
}

export const galleryBody = (values: GalleryValues, status: 'draft' | 'active') => ({
  ...wireOf(values),
  status,
  title: values.title.trim() || untitled,
  description: values.description.trim(),
});

/** Which photos need another place so that they stand as in `wanted`, where they now stand as in `present`. */
export function placesOf(present: readonly Photo[], wanted: readonly Photo[]): { id: string; ordering: number }[] {
  const isStrict = present.every(({ ordering }, index) => index === 0 || ordering > (present[index - 1]?.ordering ?? 0));
  return wanted.flatMap(({ _id: id, ordering: now }, index) => {
    const ordering = isStrict ? (present[index]?.ordering ?? index) : index;
    return ordering === now ? [] : [{ id, ordering }];
  });
}
