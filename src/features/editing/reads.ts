/** What the editors ask the host. A page's server part and its screen build their questions here, so that they agree. */

export const ownRead = (id: string) => ({ params: { id } });

/** The photos of a gallery in their order: so many at a time. */
export const galleryPhotosRead = (galleryId: string) => ({
  query: { galleryId, sortBy: 'ordering' as const, sort: 'asc' as const, limit: 100 },
});

/** The id in the address of an editor; null for something new. */
export const editedAt = (query: Readonly<Record<string, string | readonly string[] | undefined>>): string | null => {
  const { id } = query;
  return typeof id === 'string' && id !== 'new' ? id : null;
};
