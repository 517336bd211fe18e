/** Replaces a profile that cannot be shown. Reveals no more than the API does. */
import { translateMessage } from '@web/lib/i18n/server-messages';
import type { ApiError } from '@web/services/api-error';
import { Button } from '@web/ui/actions/button';
import { LockIcon, SearchIcon } from '@web/ui/icons/icons';
import { PageHead } from '@web/ui/page/page-head';
import { EmptyState, ErrorState } from '@web/ui/feedback/states';

export function ProfileUnavailable({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  if (error.statusCode !== 403 && error.statusCode !== 404) {
    return (
      <>
        <PageHead title="Profile" titleHidden noindex />
        <ErrorState error={error} onRetry={onRetry} {...(error.requestId === '' ? {} : { requestId: error.requestId })} />
      </>
    );
  }
  const isForbidden = error.statusCode === 403;
  const title = isForbidden ? 'You don’t have access to this page' : 'Profile not found';
  return (
    <>
      <PageHead title={title} titleHidden noindex />
      <EmptyState
        icon={isForbidden ? <LockIcon /> : <SearchIcon />}
        title={title}
        text={translateMessage(error.message)}
        action={<Button href="/explore">Explore creators</Button>}
      />
    </>
  );
}
