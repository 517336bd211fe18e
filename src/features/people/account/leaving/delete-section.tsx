/** Deleting the account: what has to be settled first, and the dialog with the consequences. */
import { useState } from 'react';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { DeleteDialog } from './delete-dialog';
import { obstacleTexts } from './texts';

const description =
  'Your account is hidden immediately. Log in within 30 days to restore it. After that, it’s permanently deleted, except for records we must keep by law.';

export function DeleteSection() {
  const user = useCurrentUser();
  const { data, error, mutate } = useEndpoint('GET /account/deletion', {});
  const [isConfirming, setConfirming] = useState(false);
  const canDelete = data?.obstacles.length === 0;
  return (
    <FormSection
      title="Delete account"
      description={description}
      actions={
        canDelete ? (
          <Button kind="danger" onPress={() => setConfirming(true)}>
            Delete account
          </Button>
        ) : null
      }
    >
      {error && !data ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {!data && !error ? <Skeleton shape="row" /> : null}
      {user &&
        data?.obstacles.map((obstacle) => {
          const { text, href, linkText } = obstacleTexts[obstacle](user);
          return (
            <Notice key={obstacle} tone="warn" title="Resolve this first" action={<Link href={href}>{linkText}</Link>}>
              {text}
            </Notice>
          );
        })}
      {canDelete ? <p>Before we delete anything, we’ll show you what you lose and ask for your password.</p> : null}
      {isConfirming && data && user ? <DeleteDialog user={user} deletion={data} onClose={() => setConfirming(false)} /> : null}
    </FormSection>
  );
}
