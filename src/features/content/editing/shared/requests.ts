/** API queries of the editors. A page's `load` and its screen use the same queries. */

export const ownItemRequest = (id: string) => ({ params: { id } });

/** The photos of a gallery in their order. */
export const galleryPhotosRequest = (galleryId: string) => ({
  query: { galleryId, sortBy: 'ordering' as const, sort: 'asc' as const, limit: 100 },
});

/** The id in an editor's URL; null for a new item. */
export const editedId = (query: Readonly<Record<string, string | readonly string[] | undefined>>): string | null => {
  const { id } = query;
  return typeof id === 'string' && id !== 'new' ? id : null;
};
