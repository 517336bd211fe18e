/** Returns a function that counts its calls and returns false from the call on that exceeds `callsMax` in the current second. */
export function limitPerSecond(callsMax: number): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(performance.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    return count <= callsMax;
  };
}
