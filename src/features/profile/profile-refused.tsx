/** Instead of a profile that may not or cannot be shown. Says no more than the host does. */
import { said } from '@web/lib/said';
import type { Refused } from '@web/services/api-error';
import { Button } from '@web/ui/actions/button';
import { LockIcon, SearchIcon } from '@web/ui/icons/icons';
import { PageHead } from '@web/ui/page/page-head';
import { Empty, Fault } from '@web/ui/feedback/states';

export function ProfileRefused({ refused, onRetry }: { refused: Refused; onRetry: () => void }) {
  if (refused.statusCode !== 403 && refused.statusCode !== 404) {
    return (
      <>
        <PageHead title="Profile" titleHidden noindex />
        <Fault error={refused} onRetry={onRetry} {...(refused.requestId === '' ? {} : { number: refused.requestId })} />
      </>
    );
  }
  const isClosed = refused.statusCode === 403;
  const title = isClosed ? 'This page is closed' : 'Nobody here by this name';
  return (
    <>
      <PageHead title={title} titleHidden noindex />
      <Empty
        icon={isClosed ? <LockIcon /> : <SearchIcon />}
        title={title}
        text={said(refused.message)}
        action={<Button href="/explore">Explore performers</Button>}
      />
    </>
  );
}
