/** How much a run tries: `npm test` a sample of what repeats itself, `npm run test:all` all of it. */

const isThorough = process.env['TEST_DEPTH'] === 'thorough';

/** How often something random or cut off is tried: in `npm test`, and in `npm run test:all`. */
export const tries = (sample: number, all: number): number => (isThorough ? all : sample);
