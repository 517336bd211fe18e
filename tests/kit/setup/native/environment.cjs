/**
 * The environment of tests that run in plain Node.js: the realm of the worker process itself instead of a new one per file, so that
 * modules are evaluated once per worker (see runtime.cjs). After each file it removes what Jest put on the global object.
 */
'use strict';

const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { isCircusState } = require('../test-framework.cjs');

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
    // Jest's own stack trace mapping covers only files that its runtime transforms; Node.js maps these files.
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
