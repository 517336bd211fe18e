/** Instead of something that may not or cannot be shown. Says no more than the host does. */
import { said } from '@web/lib/said';
import type { Refused } from '@web/services/api-error';
import { Button } from '../actions/button';
import { LockIcon, SearchIcon } from '../icons/icons';
import { PageHead } from './page-head';
import { Empty, Fault } from '../feedback/states';

/** Of each thing that may be looked for, whole: other languages bend the sentence around its name. */
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
  refused: Refused;
  /** What was looked for. */
  kind: keyof typeof titles;
  onRetry: () => void;
}

/** A refusal about the thing itself says so; after any other fault it can be asked for again. */
export function RefusedPage({ refused, kind, onRetry }: RefusedPageProps) {
  const { statusCode, message, requestId } = refused;
  if (statusCode !== 403 && statusCode !== 404) {
    return (
      <>
        <PageHead title={titles[kind].itself} titleHidden noindex />
        <Fault error={refused} onRetry={onRetry} {...(requestId === '' ? {} : { number: requestId })} />
      </>
    );
  }
  const isClosed = statusCode === 403;
  const title = titles[kind][isClosed ? 'closed' : 'missing'];
  return (
    <>
      <PageHead title={title} titleHidden noindex />
      <Empty
        icon={isClosed ? <LockIcon /> : <SearchIcon />}
        title={title}
        text={said(message)}
        action={<Button href="/explore">Explore performers</Button>}
      />
    </>
  );
}
