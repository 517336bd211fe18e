/** A way that stands in a menu: to a page of this site, or to another site, which it says. */
import type { ReactNode } from 'react';
import { Link } from '../core/link';

interface MenuLinkProps {
  href: string;
  isNewTab?: boolean;
  /** A line about what is there. */
  help?: string | null;
  className?: string | undefined;
  onClick?: () => void;
  children: ReactNode;
}

const isOutside = (href: string): boolean => /^https?:\/\//i.test(href);

export function MenuLink({ href, isNewTab = false, help = null, children, ...rest }: MenuLinkProps) {
  const same = { ...rest, href, title: help ?? undefined, target: isNewTab ? '_blank' : undefined, rel: isNewTab ? 'noopener' : undefined };
  const spoken = isNewTab ? <span className="visually-hidden"> (opens in a new window)</span> : null;
  if (!isOutside(href))
    return (
      <Link {...same}>
        {children}
        {spoken}
      </Link>
    );
  return (
    <a {...same} rel="noopener noreferrer">
      {children} (other site)
      {spoken}
    </a>
  );
}
