/** Frames that scroll, in pages without sizes. */
import { fireEvent } from '@testing-library/react';

/** Gives a frame its sizes: `height` is asked at every look. */
export function sizeFrame(frame: HTMLElement, height: () => number, seen: number): void {
  Object.defineProperty(frame, 'scrollHeight', { configurable: true, get: height });
  Object.defineProperty(frame, 'clientHeight', { configurable: true, value: seen });
}

/** Scrolls it as a reader does. */
export function scrollTo(frame: HTMLElement, top: number): void {
  frame.scrollTop = top;
  fireEvent.scroll(frame);
}
