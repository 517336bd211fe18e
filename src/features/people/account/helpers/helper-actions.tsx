/** Actions of delegates, newest first. */
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { delegateActionsRequest } from '../shared/requests';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { Link } from '@web/ui/core/link';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import styles from './helpers.module.css';

export function DelegateActions() {
  const { items, hasMore, isLoadingMore, error, more, retry } = useEndpointPages(
    'GET /performer/helpers/acts',
    delegateActionsRequest.query,
  );
  return (
    <FormSection title="Activity" description="Everything your managers did on your behalf. Fans see it as coming from you.">
      {error && !items ? <ErrorState error={error} onRetry={retry} /> : null}
      {!items && !error ? <Skeleton shape="row" count={2} label="Loading manager activity…" /> : null}
      {items?.length === 0 ? <EmptyState title="No activity yet" text="What your managers do for you appears here." /> : null}
      {items && items.length > 0 ? (
        <ul className={styles.people} aria-label="Manager activity">
          {items.map(({ _id, by, did, about, createdAt }) => (
            <li key={_id} className={styles.act}>
              <span>
                <strong>{by?.name ?? 'A manager'}</strong>: {did}
              </span>
              {about === null ? null : <span>{about.link === null ? about.title : <Link href={about.link}>{about.title}</Link>}</span>}
              <span className={styles.quiet}>
                <TimeAgo at={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {hasMore ? (
        <Button busy={isLoadingMore} onPress={more}>
          Show more
        </Button>
      ) : null}
    </FormSection>
  );
}
