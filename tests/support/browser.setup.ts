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

function noMatch(query: string): MediaQueryList {
  return {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
    addEventListener: () => {},
    removeEventListener: () => {},
    dispatchEvent: () => false,
  };
}

Object.defineProperty(globalThis, 'MessageChannel', { value: UnheldChannel, writable: true });
Object.defineProperty(window, 'matchMedia', { value: noMatch, writable: true });
