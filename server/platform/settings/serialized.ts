/** Serializes reloads, so that an older result never replaces a newer one. */

/** Returns `work` with serialized calls: each begins when the previous one has resolved or rejected. */
export function serialized(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(work, work);
    return last;
  };
}
