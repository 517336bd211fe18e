/** Home in its first form: a greeting, what still makes the account whole, and people to discover. */
import { placeholders } from '@contract/limits';
import { profilePath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser, useSettings } from '@web/session/hooks';
import type { CurrentUser } from '@web/session/intents';
import { Button } from '@web/ui/button';
import { ExploreIcon, MailIcon, RetryIcon, UserIcon } from '@web/ui/icons';
import { PageHead } from '@web/ui/page-head';
import { Empty, Fault, Skeleton } from '@web/ui/states';
import { Link } from '@web/ui/link';
import type { ReactNode } from 'react';
import { suggestionsRead } from './landing-reads';
import { PerformerGrid } from './performer-grid';
import styles from './home.module.css';

interface Note {
  title: string;
  text: string;
  href: string;
  icon: ReactNode;
}

/** What is worth doing next, the most useful first. */
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
    ...(user.isPerformer
      ? [
          {
            title: 'See your page',
            text: 'What visitors see of you, and what you can change.',
            href: profilePath({ id: user._id, username: user.username }),
            icon: <UserIcon />,
          },
        ]
      : []),
    { title: 'Explore performers', text: 'Search by name, looks, language or country.', href: '/explore', icon: <ExploreIcon /> },
  ];
}

export function HomeScreen() {
  const user = useCurrentUser();
  const { requireEmailVerification } = useSettings();
  if (user === null) return null;
  const firstName = user.firstName ?? user.name.split(' ')[0] ?? user.name;
  return (
    <>
      <PageHead title={`Good to see you, ${firstName}`} />
      <ul className={styles.notes} aria-label="Next steps">
        {notesFor(user, requireEmailVerification).map((note) => (
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
      <Suggestions />
    </>
  );
}

const asTheyCame = { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false } as const;

/** A handful of performers in no order; they stay until others are asked for. */
export function Suggestions() {
  const { data, error, isValidating, mutate } = useEndpoint('GET /performers/search/random', suggestionsRead, asTheyCame);
  const refresh = () => void mutate();
  return (
    <section className={styles.suggestions} aria-labelledby="suggestions">
      <div className={styles.head}>
        <h2 id="suggestions">People to discover</h2>
        <Button size="small" icon={<RetryIcon />} busy={isValidating && data !== undefined} onPress={refresh}>
          Refresh suggestions
        </Button>
      </div>
      {error && data === undefined ? <Fault error={error} onRetry={refresh} /> : null}
      {!error && data === undefined ? <Skeleton shape="card" count={6} label="Loading suggestions…" /> : null}
      {data?.data.length === 0 ? (
        <Empty title="Nobody to suggest yet" text="Performers show here once their documents are approved. Come back soon." />
      ) : null}
      {data !== undefined && data.data.length > 0 ? <PerformerGrid label="Suggested performers" performers={data.data} /> : null}
    </section>
  );
}
