/** When people move on inside the site, the keyboard and the screen reader come along: the focus goes to the new page's h1. */
import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';

const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';

/** The framework announces the title itself; filters and tabs in the address of the same page move nothing. */
export function RouteAnnouncer(): null {
  const { asPath } = useRouter();
  const path = pathOf(asPath);
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [path]);
  return null;
}
