/** What jest-circus leaves behind in a worker whose realm or packages several test files share. */
'use strict';

const asyncHooks = require('node:async_hooks');

const isCircusModule = (file) => /[\\/]jest-circus[\\/]build[\\/]/.test(file);

/** The global symbols in which jest-circus stores the state of a run; a new file starts without them. */
const isCircusState = (key) =>
  typeof key === 'symbol' && /^(JEST_STATE_SYMBOL|EVENT_HANDLERS|RETRY_|TEST_TIMEOUT|LOG_ERRORS|WAIT_BEFORE)/.test(key.description ?? '');

const { AsyncLocalStorage } = asyncHooks;
let storages = [];

/** Records the storages that jest-circus opens. */
class RecordedStorage extends AsyncLocalStorage {
  constructor(...args) {
    super(...args);
    // The first two lines are the message and this constructor.
    const [, , caller = ''] = (new Error('opened here').stack ?? '').split('\n');
    if (isCircusModule(caller)) storages.push(this);
  }
}
asyncHooks.AsyncLocalStorage = RecordedStorage;

/**
 * Ends the context in which jest-circus ran a file. It is evaluated for each file, opens a storage each time and never closes it:
 * Node.js copies the values of all open storages whenever a promise or a timer is made.
 */
function closeTestContext() {
  for (const storage of storages) storage.disable();
  storages = [];
}

module.exports = { closeTestContext, isCircusModule, isCircusState };
