/** Replaces an item that is forbidden or not found. Shows only the server's message. */
import { translateMessage } from '@web/lib/i18n/server-messages';
import type { ApiError } from '@web/services/api-error';
import { Button } from '../actions/button';
import { LockIcon, SearchIcon } from '../icons/icons';
import { PageHead } from './page-head';
import { EmptyState, ErrorState } from '../feedback/states';

/** Complete titles by kind, since a composed sentence cannot be translated. */
const titles = {
  page: { itself: 'This page', closed: 'This page is closed', missing: 'No such page' },
  post: { itself: 'This post', closed: 'This post is closed', missing: 'No such post' },
  video: { itself: 'This video', closed: 'This video is closed', missing: 'No such video' },
  gallery: { itself: 'This gallery', closed: 'This gallery is closed', missing: 'No such gallery' },
  product: { itself: 'This product', closed: 'This product is closed', missing: 'No such product' },
  order: { itself: 'This order', closed: 'This order is closed', missing: 'No such order' },
  show: { itself: 'This show', closed: 'This show is closed', missing: 'No such show' },
};

interface RefusedPageProps {
  refused: ApiError;
  /** The kind of the requested item. */
  kind: keyof typeof titles;
  onRetry: () => void;
}

/** 403 and 404 show that the item is closed or missing; other errors can be retried. */
export function ItemErrorPage({ refused, kind, onRetry }: RefusedPageProps) {
  const { statusCode, message, requestId } = refused;
  if (statusCode !== 403 && statusCode !== 404) {
    return (
      <>
        <PageHead title={titles[kind].itself} titleHidden noindex />
        <ErrorState error={refused} onRetry={onRetry} {...(requestId === '' ? {} : { number: requestId })} />
      </>
    );
  }
  const isClosed = statusCode === 403;
  const title = titles[kind][isClosed ? 'closed' : 'missing'];
  return (
    <>
      <PageHead title={title} titleHidden noindex />
      <EmptyState
        icon={isClosed ? <LockIcon /> : <SearchIcon />}
        title={title}
        text={translateMessage(message)}
        action={<Button href="/explore">Explore performers</Button>}
      />
    </>
  );
}
