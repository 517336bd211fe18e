/** Text of people with its line breaks, in which addresses of the web lead there: in a new window, and without a word of thanks. */
import type { ReactNode } from 'react';
import styles from './linked-text.module.css';

const address = /\bhttps?:\/\/[^\s<>"]+/g;
/** Signs at the end that belong to the sentence and not to the address. */
const trailing = /[.,;:!?)\]}'»”]+$/;

/** The parts of `text`, links among them. */
function partsOf(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const found of text.matchAll(address)) {
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
  return <p className={styles.text}>{partsOf(children)}</p>;
}
