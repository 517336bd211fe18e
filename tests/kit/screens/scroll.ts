/** Scrollable elements in jsdom, which has no layout. */
import { fireEvent } from '@testing-library/react';

/** Gives an element its sizes: `height` is called at each read of the scroll height. */
export function setScrollSizes(element: HTMLElement, height: () => number, clientHeight: number): void {
  Object.defineProperty(element, 'scrollHeight', { configurable: true, get: height });
  Object.defineProperty(element, 'clientHeight', { configurable: true, value: clientHeight });
}

/** Scrolls the element, with its event. */
export function scrollTo(element: HTMLElement, top: number): void {
  element.scrollTop = top;
  fireEvent.scroll(element);
}
