/** How much a run tests: `npm test` tests samples of repetitive cases, `npm run test:all` tests all of them. */

/** `npm run test:all`. */
export const isThorough = process.env['TEST_DEPTH'] === 'thorough';

/** The number of attempts of a random or repeated case: `sample` in `npm test`, `all` in `npm run test:all`. */
export const attemptCount = (sample: number, all: number): number => (isThorough ? all : sample);

/** A test that is skipped if `missing` names a program that this machine lacks; the name becomes part of the title. */
export function itUnless(missing: string | null, name: string, test: () => Promise<void>): void {
  if (missing === null) it(name, test);
  else it.skip(`${name} (left out: ${missing})`, test);
}
