/** The state of a jsdom window that tests change: recorded once, restored after each file. */
'use strict';

const { readdirSync } = require('node:fs');
const { dirname, join } = require('node:path');
const { isCircusState } = require('../test-framework.cjs');

/** Jest sets it for each file. */
const setByJest = new Set(['console']);

/** The classes of the DOM, by jsdom's files. Node.js does not list properties of a window that are not enumerable. */
const classNames = readdirSync(join(dirname(require.resolve('jsdom')), 'jsdom/living/generated')).map((file) => file.replace('.js', ''));

/** The properties of an object, by name. */
function propertiesOf(object) {
  const properties = [...Object.getOwnPropertyNames(object), ...classNames].map((name) => [
    name,
    Object.getOwnPropertyDescriptor(object, name),
  ]);
  return new Map(properties.filter(([, descriptor]) => descriptor !== undefined));
}

const isSame = (a, b) => a !== undefined && a.value === b.value && a.get === b.get && a.set === b.set;

function restoreProperties(object, recorded) {
  for (const name of Object.getOwnPropertyNames(object)) {
    if (setByJest.has(name)) continue;
    if (!recorded.has(name)) Reflect.deleteProperty(object, name);
  }
  for (const [name, descriptor] of recorded) {
    if (setByJest.has(name) || isSame(Object.getOwnPropertyDescriptor(object, name), descriptor)) continue;
    if (descriptor.configurable === false && !descriptor.writable) continue;
    Object.defineProperty(object, name, descriptor);
  }
}

/** The objects that tests replace parts of: the window, what hangs on it, and the prototypes of the DOM. */
function patchableObjects(window) {
  const { document, navigator, history, screen } = window;
  const classes = classNames.map((name) => window[name]).filter((value) => typeof value === 'function');
  const prototypes = classes.map(({ prototype }) => prototype).filter((prototype) => prototype !== undefined && prototype !== null);
  return new Set([window, document, navigator, history, screen, window.URL, ...prototypes]);
}

/** Records every listener that is added to the window or the document from now on. Returns a function that removes them. */
function recordListeners(window) {
  const { EventTarget, document } = window;
  const targets = new Set([window, document, document.documentElement, document.body]);
  const { addEventListener } = EventTarget.prototype;
  let listeners = [];
  const recording = function (...args) {
    const target = this ?? window;
    if (targets.has(target)) listeners.push([target, args]);
    return addEventListener.apply(target, args);
  };
  EventTarget.prototype.addEventListener = recording;
  const addToWindow = window.addEventListener;
  window.addEventListener = function (...args) {
    listeners.push([window, args]);
    return addToWindow.apply(window, args);
  };
  return () => {
    for (const [target, [type, listener, options]] of listeners) target.removeEventListener(type, listener, options);
    listeners = [];
  };
}

/** Returns a function that restores the state of now, at `firstUrl`. */
function recordState(dom, firstUrl) {
  const { window } = dom;
  const { document } = window;
  const removeListeners = recordListeners(window);
  const recorded = [...patchableObjects(window)].map((object) => [object, propertiesOf(object)]);
  const ownSymbols = new Set(Object.getOwnPropertySymbols(document));
  return () => {
    // jsdom numbers timers.
    const latest = window.setTimeout(() => undefined, 0);
    for (let id = 1; id <= latest; id += 1) window.clearTimeout(id);
    removeListeners();
    document.body.replaceChildren();
    for (const element of [document.documentElement, document.body])
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
    document.title = '';
    window.localStorage.clear();
    window.sessionStorage.clear();
    dom.cookieJar.removeAllCookiesSync();
    dom.reconfigure({ url: firstUrl });
    window.history.replaceState(null, '', firstUrl);
    for (const [object, properties] of recorded) restoreProperties(object, properties);
    for (const key of Object.getOwnPropertySymbols(window)) if (isCircusState(key)) Reflect.deleteProperty(window, key);
    for (const key of Object.getOwnPropertySymbols(document)) if (!ownSymbols.has(key)) Reflect.deleteProperty(document, key);
  };
}

module.exports = { recordState };
