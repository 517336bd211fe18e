/** A text whose URLs are links, which open in a new window without a referrer. */
import type { ReactNode } from 'react';
import { webAddressesIn } from '@web/lib/web-addresses';

export function TextLinks({ children: text }: { children: string }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { address, start } of webAddressesIn(text)) {
    parts.push(text.slice(at, start));
    parts.push(
      <a key={start} href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
        {address}
        <span className="visually-hidden"> (opens in a new window)</span>
      </a>,
    );
    at = start + address.length;
  }
  parts.push(text.slice(at));
  return parts;
}
