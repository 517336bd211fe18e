/** Instead of something that may not or cannot be shown. Says no more than the host does. */
import { said } from '../lib/said';
import type { Refused } from '@web/services/refused';
import { Button } from './button';
import { LockIcon, SearchIcon } from './icons';
import { PageHead } from './page-head';
import { Empty, Fault } from './states';

interface RefusedPageProps {
  refused: Refused;
  /** What was looked for: `video`. */
  noun: string;
  onRetry: () => void;
}

export function RefusedPage({ refused, noun, onRetry }: RefusedPageProps) {
  const { statusCode, message, requestId } = refused;
  if (statusCode !== 403 && statusCode !== 404) {
    return (
      <>
        <PageHead title={`This ${noun}`} titleHidden noindex />
        <Fault error={refused} onRetry={onRetry} {...(requestId === '' ? {} : { number: requestId })} />
      </>
    );
  }
  const isClosed = statusCode === 403;
  const title = isClosed ? `This ${noun} is closed` : `No such ${noun}`;
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
