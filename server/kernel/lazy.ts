/** What is loaded when it is first asked for. */

/** Loads once and keeps what came. Those who ask meanwhile wait together; a failure is told to them and then forgotten. */
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
