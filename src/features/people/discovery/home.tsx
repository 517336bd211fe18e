/** Home: what still makes the account whole, what the site points to, the feed, and people to discover beside it. */
import { placeholders } from '@contract/kernel/conventions';
import { useCurrentUser, useSettings } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import { MailIcon, UserIcon } from '@web/ui/icons/icons';
import { PageHead } from '@web/ui/page/page-head';
import { Link } from '@web/ui/core/link';
import type { ReactNode } from 'react';
import { PromoStrip } from './promo-strip';
import { Suggestions } from './suggestions';
import styles from './home.module.css';

interface Note {
  title: string;
  text: string;
  href: string;
  icon: ReactNode;
}

/** What is still missing, the most useful first. */
function notesFor(user: CurrentUser, siteAsksForConfirmation: boolean): Note[] {
  const account = user.isPerformer ? '/creator/account' : '/user/account';
  const confirm = siteAsksForConfirmation && user.email !== null && !user.isEmailVerified;
  const picture = user.avatar === placeholders.avatar;
  return [
    ...(confirm
      ? [
          {
            title: 'Confirm your e-mail address',
            text: `Open the link that we sent to ${user.email ?? ''}.`,
            href: '/auth/verify-email',
            icon: <MailIcon />,
          },
        ]
      : []),
    ...(picture
      ? [
          {
            title: 'Add a picture of yourself',
            text: 'A face is remembered. It takes half a minute.',
            href: `${account}?section=profile`,
            icon: <UserIcon />,
          },
        ]
      : []),
  ];
}

interface HomeScreenProps {
  /** The shows that run now; another feature's. */
  shows?: ReactNode;
  /** What those publish whom one follows; another feature's. It is given whom to follow when there is nobody yet. */
  feed: (beginners: ReactNode) => ReactNode;
}

export function HomeScreen({ shows, feed }: HomeScreenProps) {
  const user = useCurrentUser();
  const { requireEmailVerification } = useSettings();
  if (user === null) return null;
  const notes = notesFor(user, requireEmailVerification);
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <PageHead title="Home" titleHidden />
        {notes.length === 0 ? null : <Notes notes={notes} />}
        <PromoStrip at="top" />
        {shows}
        <PromoStrip at="middle" />
        {feed(<Suggestions title="Performers to follow" count={6} />)}
      </div>
      <aside className={styles.side} aria-label="Suggestions">
        <PromoStrip at="left" />
        <Suggestions title="People to discover" count={5} />
        <PromoStrip at="right" />
      </aside>
    </div>
  );
}

function Notes({ notes }: { notes: readonly Note[] }) {
  return (
    <ul className={styles.notes} aria-label="Next steps">
      {notes.map((note) => (
        <li key={note.title} className={styles.note}>
          <span className={styles.icon}>{note.icon}</span>
          <div className={styles.words}>
            <Link className={styles.link} href={note.href}>
              {note.title}
            </Link>
            <p className={styles.text}>{note.text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
