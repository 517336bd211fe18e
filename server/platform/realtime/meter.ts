/** A rate limiter: returns false after more than `most` calls in the current second. */
export function meter(most: number): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(performance.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    return count <= most;
  };
}
