/** Replaces an item that is forbidden or not found. Shows only the server's message. */
import { translateMessage } from '@web/lib/i18n/server-messages';
import type { ApiError } from '@web/services/api-error';
import { Button } from '../actions/button';
import { LockIcon, SearchIcon } from '../icons/icons';
import { PageHead } from './page-head';
import { EmptyState, ErrorState } from '../feedback/states';

/** Complete titles by kind, since a composed sentence cannot be translated. */
const titles = {
  page: { itself: 'This page', closed: 'You don’t have access to this page', missing: 'Page not found' },
  post: { itself: 'This post', closed: 'You don’t have access to this post', missing: 'Post not found' },
  video: { itself: 'This video', closed: 'You don’t have access to this video', missing: 'Video not found' },
  gallery: { itself: 'This gallery', closed: 'You don’t have access to this gallery', missing: 'Gallery not found' },
  product: { itself: 'This product', closed: 'You don’t have access to this product', missing: 'Product not found' },
  order: { itself: 'This order', closed: 'You don’t have access to this order', missing: 'Order not found' },
  show: { itself: 'This stream', closed: 'You don’t have access to this stream', missing: 'Stream not found' },
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
        action={<Button href="/explore">Explore creators</Button>}
      />
    </>
  );
}
