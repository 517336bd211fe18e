/** Deleting the account: what stands in the way, and the dialog that says what goes, what stays and what is lost. */
import { useState } from 'react';
import { useEndpoint } from '@web/services/use-endpoint';
import { useCurrentUser } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { FormSection } from '@web/ui/forms/form-section';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { DeleteDialog } from './delete-dialog';
import { obstacleWords } from './texts';

const about =
  'You are gone for everybody at once. For 30 days you can come back by logging in, and find everything as it was. After that nothing of you is left but what the books need.';

export function DeleteSection() {
  const user = useCurrentUser();
  const { data, error, mutate } = useEndpoint('GET /account/deletion', {});
  const [isAsking, setAsking] = useState(false);
  const isFree = data?.obstacles.length === 0;
  return (
    <FormSection
      title="Delete account"
      description={about}
      actions={
        isFree ? (
          <Button kind="danger" onPress={() => setAsking(true)}>
            Delete account
          </Button>
        ) : null
      }
    >
      {error && !data ? <Fault error={error} onRetry={() => void mutate()} /> : null}
      {!data && !error ? <Skeleton shape="row" /> : null}
      {user &&
        data?.obstacles.map((obstacle) => {
          const { text, href, link } = obstacleWords[obstacle](user);
          return (
            <Notice key={obstacle} tone="warn" title="This has to be settled first" action={<Link href={href}>{link}</Link>}>
              {text}
            </Notice>
          );
        })}
      {isFree ? <p>Before anything happens we show what you lose, and ask for your password.</p> : null}
      {isAsking && data && user ? <DeleteDialog user={user} deletion={data} onClose={() => setAsking(false)} /> : null}
    </FormSection>
  );
}
