/**
 * A runtime for Jest that keeps the packages it has evaluated for the next file of the same worker. Loading React, antd and the
 * rest costs seconds of processor for each file, and code that has just been loaded runs slowly. Our own modules are evaluated again
 * for each file, so their state is fresh and `jest.mock` works as always.
 */
'use strict';

const { default: Runtime } = require('jest-runtime');
const { closeTestContext, isCircusModule } = require('../test-framework.cjs');

let shared = null;

/** These register hooks with the test framework when they are evaluated. */
const hasHooks = /[\\/]@testing-library[\\/](react[\\/]dist[\\/]index|jest-dom[\\/]dist[\\/]index)\b/;
const isKept = (file) => /[\\/]node_modules[\\/]/.test(file) && !hasHooks.test(file);

const deleteWhere = (registry, matches) => {
  for (const key of registry.keys()) if (matches(key)) registry.delete(key);
};

class SharedRuntime extends Runtime {
  constructor(...args) {
    if (shared !== null) {
      // Modules are loaded before the first test of the next file.
      shared.testState.state = 'loading';
      return shared;
    }
    super(...args);
    shared = this;
  }

  teardown() {
    this.restoreAllMocks();
    closeTestContext();
    deleteWhere(this.registries.moduleRegistry, (file) => !isKept(file));
    deleteWhere(this.registries.internalModuleRegistry, isCircusModule);
    this.registries.mockRegistry.clear();
    this.mockState.clear();
    this.testMainModule.reset();
    this.fileCache.clear();
    this.transformCache.clear();
    this.jestGlobals.clearJestObjectCache();
  }
}

module.exports = SharedRuntime;
