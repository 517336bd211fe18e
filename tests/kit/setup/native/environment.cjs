/**
 * The environment of tests that run in plain Node.js: the realm of the worker process itself instead of a new one per file, so
 * that modules are evaluated once per worker (see runtime.cjs). What Jest puts on the global object for one file is taken off
 * again after it.
 */
'use strict';

const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Where jest-circus keeps the state of a run; a new file starts without it. */
const isCircusState = (key) =>
  typeof key === 'symbol' && /^(JEST_STATE_SYMBOL|EVENT_HANDLERS|RETRY_|TEST_TIMEOUT|LOG_ERRORS|WAIT_BEFORE)/.test(key.description ?? '');

class NativeEnvironment {
  constructor({ projectConfig: config }) {
    this.global = globalThis;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    this.console = globalThis.console;
    this.exit = process.exit;
    this.variables = { ...process.env };
  }

  getVmContext() {
    return null;
  }

  async setup() {
    // Jest's own way from compiled lines to sources knows the files that its runtime transforms; Node.js knows these.
    Error.prepareStackTrace = undefined;
    for (const key of Object.getOwnPropertySymbols(globalThis)) if (isCircusState(key)) Reflect.deleteProperty(globalThis, key);
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = this.console;
    process.exit = this.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, this.variables);
  }
}

module.exports = NativeEnvironment;
