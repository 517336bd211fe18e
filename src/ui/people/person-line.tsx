/** A person in a row: photo, name, verified mark, note and action. */
import { Link } from '../core/link';
import type { ReactNode } from 'react';
import { Avatar } from './avatar';
import { VerifiedMark } from './verified-mark';
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
  /** The person's page; makes the whole row a link. */
  href?: string;
  verified?: boolean;
  note?: ReactNode;
  action?: ReactNode;
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
        {(note ?? person.username) ? <span className={styles.note}>{note ?? <bdi>@{person.username}</bdi>}</span> : null}
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
