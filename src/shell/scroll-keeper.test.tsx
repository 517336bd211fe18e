/** Back restores the scroll position, although the router object changes with each page. */
import { render } from '@testing-library/react';
import mitt from 'next/dist/shared/lib/mitt';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import type { NextRouter } from 'next/router';
import { ScrollKeeper } from './scroll-keeper';

const events = mitt() as NextRouter['events'];
let onBeforePopState: () => boolean = () => true;
/** As in Next.js, each page gets a new router object with new functions. */
const page = () => {
  const router = { events, beforePopState: (callback: () => boolean) => (onBeforePopState = callback) } as unknown as NextRouter;
  return (
    <RouterContext.Provider value={router}>
      <ScrollKeeper />
    </RouterContext.Provider>
  );
};

let scrolled: jest.SpyInstance;
beforeEach(() => {
  scrolled = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});
afterEach(() => jest.restoreAllMocks());

test('restores the scroll position after Back, and starts a new page at the top', () => {
  jest.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5000);
  history.replaceState({ key: 'list' }, '');
  const { rerender } = render(page());

  window.scrollY = 640;
  events.emit('routeChangeStart');
  history.pushState({ key: 'profile' }, '');
  rerender(page());
  events.emit('routeChangeComplete');
  expect(scrolled).not.toHaveBeenCalled();

  history.replaceState({ key: 'list' }, '');
  onBeforePopState();
  window.scrollY = 0;
  events.emit('routeChangeStart');
  rerender(page());
  events.emit('routeChangeComplete');
  expect(scrolled).toHaveBeenCalledWith(0, 640);
});

test('ignores a late scrollend of the page that is left', () => {
  jest.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5000);
  history.replaceState({ key: 'second list' }, '');
  const { rerender } = render(page());
  window.scrollY = 640;
  events.emit('routeChangeStart');
  history.pushState({ key: 'second profile' }, '');
  rerender(page());
  events.emit('routeChangeComplete');

  history.replaceState({ key: 'second list' }, '');
  onBeforePopState();
  window.scrollY = 0;
  window.dispatchEvent(new Event('scrollend'));
  events.emit('routeChangeStart');
  rerender(page());
  events.emit('routeChangeComplete');
  expect(scrolled).toHaveBeenCalledWith(0, 640);
});
