/**
 * The environment of web tests: one jsdom window for all files of a worker, so that packages are evaluated once and stay compiled
 * (see runtime.cjs). After each file the window gets back the state in which the first file found it.
 */
'use strict';

require('./default-styles.cjs');
const JsdomEnvironment = require('jest-fixed-jsdom');
const { addMissingFeatures } = require('./missing-features.cjs');
const { recordState } = require('./window-state.cjs');

let shared = null;

/** Where each file starts, unless it names another URL. */
const firstUrl = 'http://localhost/';

/** What jsdom reports goes to the console of the file that runs. It cannot follow links, which is no error of the page. */
const jsdomConsole = new Proxy(
  {},
  {
    get:
      (_target, method) =>
      (...args) => {
        if (args[0]?.type !== 'not implemented') shared.global.console[method](...args);
      },
  },
);

class SharedWindowEnvironment extends JsdomEnvironment {
  constructor(config, context) {
    const { url = firstUrl } = config.projectConfig.testEnvironmentOptions;
    if (shared !== null) {
      shared.dom.reconfigure({ url });
      return shared;
    }
    super(config, { ...context, console: jsdomConsole });
    shared = this;
    addMissingFeatures(this.global);
    this.restoreState = recordState(this.dom, firstUrl);
    this.variables = { ...process.env };
  }

  async teardown() {
    this.fakeTimersModern.useRealTimers();
    this.fakeTimers.useRealTimers();
    this.restoreState();
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, this.variables);
  }
}

module.exports = SharedWindowEnvironment;
