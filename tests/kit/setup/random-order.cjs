/** Runs the test files in a random order. TEST_ORDER is a seed, which repeats an order; `random` draws one. */
const { createHash, randomInt } = require('node:crypto');
const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

module.exports = class RandomOrder extends Sequencer {
  sort(tests) {
    const seed = process.env.TEST_ORDER === 'random' ? String(randomInt(2 ** 31)) : process.env.TEST_ORDER;
    process.stderr.write(`Order of the test files: TEST_ORDER=${seed}\n`);
    const rankOf = ({ path }) =>
      createHash('sha256')
        .update(`${seed} ${relative(process.cwd(), path)}`)
        .digest('hex');
    return tests
      .map((test) => [rankOf(test), test])
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, test]) => test);
  }
};
