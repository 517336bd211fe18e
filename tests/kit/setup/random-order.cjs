/** Runs the test files in a random order. TEST_ORDER is a seed, which repeats an order; any other value draws one. */
const { default: Sequencer } = require('@jest/test-sequencer');

/** Uniform numbers from 0 to 1 (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

module.exports = class RandomOrder extends Sequencer {
  sort(tests) {
    const given = Number(process.env.TEST_ORDER);
    const seed = Number.isInteger(given) ? given : Math.floor(Math.random() * 2 ** 31);
    process.stderr.write(`Order of the test files: TEST_ORDER=${seed}\n`);
    const random = randomFrom(seed);
    const ordered = tests.toSorted((one, other) => one.path.localeCompare(other.path));
    for (let at = ordered.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1));
      [ordered[at], ordered[other]] = [ordered[other], ordered[at]];
    }
    return ordered;
  }
};
