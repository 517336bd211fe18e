/** The browser's frames, as a measure of how often a screen is drawn anew. */

/** A window that nobody sees has no frames: it takes what has come this often. */
const unseen_ms = 500;

/** Resolves with the next frame. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      resolve();
    };
    const timer = setTimeout(done, unseen_ms);
    const frame = requestAnimationFrame(done);
  });
