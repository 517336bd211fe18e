/** Reading anew, without being overtaken: what was read earlier never replaces what was read later. */

/** `work`, each run of which begins when the one before has ended, however it ended. */
export function inTurn(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(work, work);
    return last;
  };
}
