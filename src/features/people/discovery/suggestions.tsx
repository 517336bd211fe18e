/** Suggested performers, each with a reason. They stay until others are requested. */
import { placeholders } from '@contract/kernel/conventions';
import { countWords } from '@web/lib/i18n/counts';
import { profilePath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { FollowButton } from '@web/social/follow-button';
import { useIsOnline } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { RetryIcon } from '@web/ui/icons/icons';
import { PersonLine } from '@web/ui/people/person-line';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { suggestionsRequest } from './landing-requests';
import type { Performer } from './performer-card';
import styles from './home.module.css';

const noRevalidation = { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false } as const;

/** Why a performer is suggested, the strongest reason first. */
function reasonOf({ isFeatured, stats }: Performer, isOnline: boolean): string {
  if (isFeatured) return 'Featured';
  if (isOnline) return 'Online now';
  return stats.followers > 0 ? `Followed by ${countWords(stats.followers, 'person', 'people')}` : 'Suggested for you';
}

interface SuggestionsProps {
  title: string;
  count: number;
}

export function Suggestions({ title, count }: SuggestionsProps) {
  const { data, error, isValidating, mutate } = useEndpoint('GET /performers/search/random', suggestionsRequest, noRevalidation);
  const refresh = () => void mutate();
  return (
    <section className={styles.suggestions} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{title}</h2>
        <Button size="small" icon={<RetryIcon />} busy={isValidating && data !== undefined} onPress={refresh}>
          Refresh suggestions
        </Button>
      </div>
      {error && data === undefined ? <ErrorState error={error} onRetry={refresh} /> : null}
      {!error && data === undefined ? <Skeleton shape="row" count={count} label="Loading suggestions…" /> : null}
      {data?.data.length === 0 ? (
        <EmptyState title="No suggestions yet" text="Creators appear here once their identity is verified. Check back soon." />
      ) : null}
      {data !== undefined && data.data.length > 0 ? (
        <ul className={styles.people} aria-label={title}>
          {data.data.slice(0, count).map((performer) => (
            <li key={performer._id}>
              <Suggestion performer={performer} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Suggestion({ performer }: { performer: Performer }) {
  const { _id: id, username, avatar, isVerified } = performer;
  const online = useIsOnline(id, performer.isOnline);
  return (
    <PersonLine
      person={{ ...performer, avatar: avatar === placeholders.avatar ? null : avatar, online }}
      href={profilePath({ id, username })}
      verified={isVerified}
      note={reasonOf(performer, online)}
      action={<FollowButton performer={performer} />}
    />
  );
}
