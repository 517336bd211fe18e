/** A menu link to a page of this site or to another site, which is announced. */
import type { ReactNode } from 'react';
import { Link } from '../core/link';

interface MenuLinkProps {
  href: string;
  isNewTab?: boolean;
  /** A description, shown as a tooltip. */
  help?: string | null;
  className?: string | undefined;
  onClick?: () => void;
  children: ReactNode;
}

const isExternal = (href: string): boolean => /^https?:\/\//i.test(href);

export function MenuLink({ href, isNewTab = false, help = null, children, ...rest }: MenuLinkProps) {
  const shared = {
    ...rest,
    href,
    title: help ?? undefined,
    target: isNewTab ? '_blank' : undefined,
    rel: isNewTab ? 'noopener' : undefined,
  };
  const newTabNote = isNewTab ? <span className="visually-hidden"> (opens in a new window)</span> : null;
  if (!isExternal(href))
    return (
      <Link {...shared}>
        {children}
        {newTabNote}
      </Link>
    );
  return (
    <a {...shared} rel="noopener noreferrer">
      {children} (external site){newTabNote}
    </a>
  );
}
