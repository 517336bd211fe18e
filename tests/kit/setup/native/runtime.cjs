/**
 * A runtime for Jest that loads modules with Node.js itself, through tsx, as production does. Jest's own runtime evaluates every
 * module again for each test file: for the API host that is several seconds per file. Here a worker evaluates each module once and
 * its test files share them, so a test must not rely on fresh module state. There is no `jest.mock`: tests pass their own
 * dependencies to the context instead.
 */
'use strict';

const { createRequire } = require('node:module');
const { pathToFileURL } = require('node:url');
const { closeTestContext, isCircusModule } = require('../test-framework.cjs');

/** TypeScript for `import`, registered once per worker. The package's build for `require` looks for its hooks in the wrong folder. */
let registration;
const registerTypeScript = () => (registration ??= import('tsx/esm/api').then(({ register }) => register()));
process.setSourceMapsEnabled(true);

const nativeRequire = createRequire(__filename);
const timeoutSymbol = Symbol.for('TEST_TIMEOUT_SYMBOL');

class NativeRuntime {
  constructor(_config, environment) {
    const { moduleMocker: mocker, fakeTimersModern: timers } = environment;
    this.mocker = mocker;
    globalThis.jest = {
      fn: mocker.fn.bind(mocker),
      spyOn: mocker.spyOn.bind(mocker),
      replaceProperty: mocker.replaceProperty.bind(mocker),
      restoreAllMocks: () => mocker.restoreAllMocks(),
      clearAllMocks: () => mocker.clearAllMocks(),
      resetAllMocks: () => mocker.resetAllMocks(),
      useFakeTimers: (options) => timers.useFakeTimers(options),
      useRealTimers: () => timers.useRealTimers(),
      advanceTimersByTime: (milliseconds) => timers.advanceTimersByTime(milliseconds),
      advanceTimersByTimeAsync: (milliseconds) => timers.advanceTimersByTimeAsync(milliseconds),
      setTimeout: (milliseconds) => {
        globalThis[timeoutSymbol] = milliseconds;
      },
    };
  }

  /** The test framework: evaluated again for each file, because it stores the file's tests. */
  requireInternalModule(path) {
    for (const file of Object.keys(nativeRequire.cache)) if (isCircusModule(file)) Reflect.deleteProperty(nativeRequire.cache, file);
    return nativeRequire(path);
  }

  requireModule(path) {
    return nativeRequire(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    await registerTypeScript();
    return import(pathToFileURL(path).href);
  }

  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  resetModules() {}
  clearAllMocks() {
    this.mocker.clearAllMocks();
  }
  resetAllMocks() {
    this.mocker.resetAllMocks();
  }
  restoreAllMocks() {
    this.mocker.restoreAllMocks();
  }
  getSourceMaps() {
    return null;
  }
  getAllCoverageInfoCopy() {
    return undefined;
  }
  teardown() {
    this.mocker.restoreAllMocks();
    closeTestContext();
  }
}

module.exports = NativeRuntime;
