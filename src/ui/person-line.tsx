/** One person in a line: picture, name, mark, note and what can be done. */
import { Link } from './link';
import type { ReactNode } from 'react';
import { Avatar } from './avatar';
import styles from './person-line.module.css';

export interface Person {
  name: string;
  username?: string | null | undefined;
  avatar?: string | null | undefined;
  live?: boolean;
  online?: boolean;
}

export interface PersonLineProps {
  person: Person;
  /** Their page; makes the name a link that takes the whole line. */
  href?: string;
  verified?: boolean;
  note?: ReactNode;
  action?: ReactNode;
}

/** The tick of a performer whose documents were approved. */
export function VerifiedMark() {
  return (
    <span className={styles.mark} role="img" aria-label="Verified" title="Verified">
      <svg viewBox="0 0 20 20" width="1.1em" height="1.1em" aria-hidden="true" focusable="false">
        <path
          fill="currentColor"
          d="m10 1 2.4 1.7 2.9 0 .9 2.8 2.4 1.7-.9 2.8.9 2.8-2.4 1.7-.9 2.8h-2.9L10 19l-2.4-1.7H4.7l-.9-2.8-2.4-1.7.9-2.8-.9-2.8 2.4-1.7.9-2.8h2.9z"
        />
        <path fill="none" stroke="var(--bg)" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" d="m6.7 10.2 2.3 2.3 4.3-4.6" />
      </svg>
    </span>
  );
}

export function PersonLine({ person, href, verified = false, note, action }: PersonLineProps) {
  return (
    <div className={styles.line}>
      <Avatar name={person.name} src={person.avatar} live={person.live ?? false} online={person.online ?? false} />
      <div className={styles.words}>
        <span className={styles.name}>
          {href === undefined ? (
            <span className={styles.text}>{person.name}</span>
          ) : (
            <Link className={styles.link} href={href}>
              {person.name}
            </Link>
          )}
          {verified ? <VerifiedMark /> : null}
        </span>
        {(note ?? person.username) ? <span className={styles.note}>{note ?? `@${person.username}`}</span> : null}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
