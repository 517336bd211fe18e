/** Moves the focus to the new page's h1 at client-side navigation, for keyboards and screen readers. */
import { useRouter } from 'next/router';
import { useEffect, useRef } from 'react';

const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? '';

/** Next.js announces the title itself. Changes of the query on the same page do not move the focus. */
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
