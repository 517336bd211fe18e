/** User text with line breaks and clickable URLs, which open in a new window without a referrer. */
import type { ReactNode } from 'react';
import styles from './linked-text.module.css';

const urlPattern = /\bhttps?:\/\/[^\s<>"]+/g;
/** Trailing punctuation that belongs to the sentence, not to the URL. */
const trailing = /[.,;:!?)\]}'»”]+$/;

/** Splits `text` into text and links. */
function linkified(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const found of text.matchAll(urlPattern)) {
    const href = found[0].replace(trailing, '');
    if (!URL.canParse(href)) continue;
    parts.push(text.slice(at, found.index));
    parts.push(
      <a key={found.index} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {href}
        <span className="visually-hidden"> (opens in a new window)</span>
      </a>,
    );
    at = found.index + href.length;
  }
  parts.push(text.slice(at));
  return parts;
}

export function LinkedText({ children }: { children: string }) {
  return <p className={styles.text}>{linkified(children)}</p>;
}
