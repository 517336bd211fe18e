/** API keys: what operators' programs may do, and how to use them. */
import { rights } from '@contract/kernel/rights';
import type { StateLabel } from '@web/lib/wording/state-label';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpoint } from '@web/services/use-endpoint';
import { useSettings } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useState } from 'react';
import { ConsoleFrame } from '../parts/console-frame';
import { OneTimeSecret } from '../webhooks/secret-once';
import { KeyForm } from './key-form';
import consoleStyles from '../parts/console.module.css';
import styles from '../operations/operations.module.css';

type ApiKey = ResponseOf<'GET /admin/api-keys'>[number];

const statusTags: Readonly<Record<ApiKey['state'], StateLabel>> = {
  active: { label: 'Active', tone: 'ok' },
  expired: { label: 'Expired', tone: 'quiet' },
  ended: { label: 'Owner no longer active', tone: 'quiet' },
};

export function KeysScreen() {
  const { data, error, mutate } = useEndpoint('GET /admin/api-keys', {});
  const [isCreating, setCreating] = useState(false);
  const [key, setKey] = useState<string | null>(null);
  const [removing, setRemoving] = useState<ApiKey | null>(null);
  const createButton = (
    <Button kind="primary" onPress={() => setCreating(true)}>
      New key
    </Button>
  );
  return (
    <ConsoleFrame title="API keys" lead="Let programs use the API with some of your permissions." actions={createButton}>
      <div className={styles.stack}>
        <section className={consoleStyles.panel} aria-label="Keys">
          <h2 className={consoleStyles.panelTitle}>Keys</h2>
          {error && data === undefined ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
          {data === undefined && !error ? <Skeleton shape="line" count={3} label="Loading the keys…" /> : null}
          {data?.length === 0 ? (
            <EmptyState title="No keys yet" text="Create a key for each program, with only the permissions it needs." />
          ) : null}
          <ul className={consoleStyles.lines}>
            {data?.map((apiKey) => (
              <li key={apiKey._id} className={styles.entry}>
                <ApiKeyItem apiKey={apiKey} onRemove={setRemoving} />
              </li>
            ))}
          </ul>
        </section>
        <Usage />
      </div>
      {isCreating ? (
        <KeyForm
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false);
            setKey(created);
            void mutate();
          }}
        />
      ) : null}
      {key === null ? null : (
        <OneTimeSecret
          title="Your new key"
          text="Your program sends it with every request."
          secret={key}
          copyLabel="Copy key"
          onClose={() => setKey(null)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        title={`Remove ${removing?.name ?? ''}?`}
        consequence="Programs that use this key lose access immediately. This can’t be undone."
        actionLabel="Remove key"
        onConfirm={async () => {
          if (removing === null) return;
          await services.keys['DELETE /admin/api-keys/:id']({ params: { id: removing._id } });
          setRemoving(null);
          showToast({ tone: 'ok', text: 'Key removed' });
          await mutate();
        }}
        onClose={() => setRemoving(null)}
      />
    </ConsoleFrame>
  );
}

function ApiKeyItem({ apiKey, onRemove }: { apiKey: ApiKey; onRemove: (apiKey: ApiKey) => void }) {
  const { name, hint, state, maker, expiresAt, lastUsedAt, createdAt } = apiKey;
  return (
    <>
      <p className={styles.entryTitle}>{name}</p>
      <p>
        <StateMark {...statusTags[state]} /> <span className={styles.quiet}>key_…{hint}</span>
      </p>
      <p className={styles.quiet}>
        Created by {maker?.name ?? 'a former operator'} <TimeAgo at={createdAt} /> · {lastUsedAt === null ? 'never used' : 'last used '}
        {lastUsedAt === null ? null : <TimeAgo at={lastUsedAt} />} · {expiresAt === null ? 'never expires' : 'expires '}
        {expiresAt === null ? null : <TimeAgo at={expiresAt} />}
      </p>
      <ul className={styles.quiet}>
        {apiKey.rights.map((right) => (
          <li key={right}>{rights[right]}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button size="small" kind="danger" onPress={() => onRemove(apiKey)} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
    </>
  );
}

function Usage() {
  const { siteName } = useSettings();
  return (
    <section className={consoleStyles.panel} aria-label="Using a key">
      <h2 className={consoleStyles.panelTitle}>Using a key</h2>
      <div className={styles.stack}>
        <p>Call the endpoints under /admin and send the key in a header:</p>
        <pre className={styles.code} tabIndex={0} role="region" aria-label="Example">
          {'curl "$API_URL/admin/users/search?limit=50" \\\n  -H "Authorization: Bearer key_…"'}
        </pre>
        <p className={styles.quiet}>
          All endpoints of {siteName} are documented at /docs on the API host. Changes made with a key appear in the audit log under the
          operator who created it, with the key’s ID. Keys can’t access the team, other keys or how people log in. If that operator loses a
          permission, the key loses it too.
        </p>
      </div>
    </section>
  );
}
