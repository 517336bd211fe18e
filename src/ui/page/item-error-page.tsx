/** Replaces an item that is forbidden or not found. Shows only the server's message. */
import { translateMessage } from '@web/lib/i18n/server-messages';
import type { ApiError } from '@web/services/api-error';
import { Button } from '../actions/button';
import { LockIcon, SearchIcon } from '../icons/icons';
import { PageHead } from './page-head';
import { EmptyState, ErrorState } from '../feedback/states';

/** Complete titles by kind, since a composed sentence cannot be translated. */
const titles = {
  page: { itself: 'This page', forbidden: 'You don’t have access to this page', missing: 'Page not found' },
  post: { itself: 'This post', forbidden: 'You don’t have access to this post', missing: 'Post not found' },
  video: { itself: 'This video', forbidden: 'You don’t have access to this video', missing: 'Video not found' },
  gallery: { itself: 'This gallery', forbidden: 'You don’t have access to this gallery', missing: 'Gallery not found' },
  product: { itself: 'This product', forbidden: 'You don’t have access to this product', missing: 'Product not found' },
  order: { itself: 'This order', forbidden: 'You don’t have access to this order', missing: 'Order not found' },
  show: { itself: 'This stream', forbidden: 'You don’t have access to this stream', missing: 'Stream not found' },
};

interface ItemErrorPageProps {
  error: ApiError;
  /** The kind of the requested item. */
  kind: keyof typeof titles;
  onRetry: () => void;
}

/** 403 and 404 show that the item is forbidden or missing; other errors can be retried. */
export function ItemErrorPage({ error, kind, onRetry }: ItemErrorPageProps) {
  const { statusCode, message, requestId } = error;
  if (statusCode !== 403 && statusCode !== 404) {
    return (
      <>
        <PageHead title={titles[kind].itself} titleHidden noindex />
        <ErrorState error={error} onRetry={onRetry} {...(requestId === '' ? {} : { requestId })} />
      </>
    );
  }
  const isForbidden = statusCode === 403;
  const title = titles[kind][isForbidden ? 'forbidden' : 'missing'];
  return (
    <>
      <PageHead title={title} titleHidden noindex />
      <EmptyState
        icon={isForbidden ? <LockIcon /> : <SearchIcon />}
        title={title}
        text={translateMessage(message)}
        action={<Button href="/explore">Explore creators</Button>}
      />
    </>
  );
}
