/** Loading on first use. */

/** Loads once and caches the result. Concurrent calls share the load. A failure rejects them and is not cached. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}
