/** What the web needs in tests and jsdom lacks. */
'use strict';

/** @param {import('jsdom').DOMWindow} window */
function addMissingFeatures(window) {
  /**
   * React's scheduler keeps its message channel open; a real channel would keep the test run from ending. It waits for its message
   * for ever, so the message must not be one of the window's timers, which are cleared after each file.
   */
  class TimerChannel {
    port1 = { onmessage: null, postMessage: (data) => void setImmediate(() => this.port2.onmessage?.({ data })) };
    port2 = { onmessage: null, postMessage: (data) => void setImmediate(() => this.port1.onmessage?.({ data })) };
  }

  /** No media query matches, and none changes. */
  class NeverMatches extends window.EventTarget {
    matches = false;
    onchange = null;

    constructor(query) {
      super();
      this.media = query;
    }

    addListener() {}
    removeListener() {}
  }

  /** jsdom has no layout, so no size ever changes. */
  class InertResizeObserver {
    observe() {}
    unobserve() {}
    disconnect() {}
  }

  const define = (name, value) => Object.defineProperty(window, name, { value, writable: true, configurable: true });
  define('MessageChannel', TimerChannel);
  define('matchMedia', (query) => new NeverMatches(query));
  define('ResizeObserver', InertResizeObserver);
  define('getComputedStyle', cachedStyles(window));

  /** Dialogs open and close as in a browser, but do not trap the focus. */
  window.HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
    this.querySelector('button, a[href], input, select, textarea')?.focus();
  };
  window.HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };

  /** jsdom has no layout, so nothing can be scrolled to. */
  window.Element.prototype.scrollIntoView = () => undefined;
}

/**
 * jsdom computes styles of elements only, not of pseudo-elements, and matches its whole default style sheet at each call. Queries
 * by role ask for the same elements repeatedly, so a style is cached until the document changes.
 */
function cachedStyles(window) {
  const styleOf = window.getComputedStyle.bind(window);
  let styles = new WeakMap();
  const clear = () => {
    styles = new WeakMap();
  };
  const changes = new window.MutationObserver(clear);
  changes.observe(window.document, { subtree: true, childList: true, attributes: true });
  return (element) => {
    if (changes.takeRecords().length > 0) clear();
    const style = styles.get(element) ?? styleOf(element);
    // The observer does not see changes outside the document.
    if (element.isConnected) styles.set(element, style);
    return style;
  };
}

module.exports = { addMissingFeatures };
