/** What jsdom lacks and the web's parts ask for. */
import '@testing-library/jest-dom';

type Heard = (event: { data: unknown }) => void;

interface Port {
  onmessage: Heard | null;
  postMessage(data: unknown): void;
}

const later = globalThis.setTimeout;

/** React's scheduler waits on a channel for as long as the page lives; a real one would keep the test run from ending. */
class UnheldChannel {
  readonly port1: Port = { onmessage: null, postMessage: (data) => later(() => this.port2.onmessage?.({ data }), 0) };
  readonly port2: Port = { onmessage: null, postMessage: (data) => later(() => this.port1.onmessage?.({ data }), 0) };
}

/** No question about the screen is answered with yes, and none changes its answer. */
class NoMatch extends EventTarget {
  readonly matches = false;
  readonly onchange = null;

  constructor(readonly media: string) {
    super();
  }

  addListener(): void {}
  removeListener(): void {}
}

Object.defineProperty(globalThis, 'MessageChannel', { value: UnheldChannel, writable: true });
Object.defineProperty(window, 'matchMedia', { value: (query: string) => new NoMatch(query), writable: true });

/** Dialogs open and close as in a browser, though nothing keeps the focus inside. */
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
  this.querySelector<HTMLElement>('button, a[href], input, select, textarea')?.focus();
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

/** jsdom loads no style sheets, and the parts that antd dresses wait for theirs: here they go without. */
jest.mock('../../src/ui/antd/antd-root', () => ({ AntdRoot: ({ children }: { children: unknown }) => children }));

/**
 * jsdom knows the styles of elements, not of their pseudo-elements, and matches its whole default style sheet for each question. Queries
 * by role ask for the same elements again and again, so an answer is kept until the document changes.
 */
const styleOf = window.getComputedStyle.bind(window);
let styles = new WeakMap<Element, CSSStyleDeclaration>();
const forget = (): void => {
  styles = new WeakMap();
};
const changes = new MutationObserver(forget);
changes.observe(document, { subtree: true, childList: true, attributes: true });
window.getComputedStyle = (element) => {
  if (changes.takeRecords().length > 0) forget();
  const style = styles.get(element) ?? styleOf(element);
  // Changes outside the document are not observed.
  if (element.isConnected) styles.set(element, style);
  return style;
};

/** Nothing has a place in jsdom, so nothing can be scrolled to. */
Element.prototype.scrollIntoView = () => undefined;

/** Nothing has a size in jsdom, so nobody is told that one changed. */
class NoSizes {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.defineProperty(window, 'ResizeObserver', { value: NoSizes, writable: true });
