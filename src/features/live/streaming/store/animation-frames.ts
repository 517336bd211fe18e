/** Animation frames, which limit how often the screen is rendered. */

/** A hidden window has no frames: events are applied at this interval. */
const hidden_ms = 500;

/** Resolves with the next frame. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      resolve();
    };
    const timer = setTimeout(done, hidden_ms);
    const frame = requestAnimationFrame(done);
  });
