/** Webhooks: their URLs and events, and the outcome of each delivery. */
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { Notice } from '@web/ui/feedback/notice';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useState } from 'react';
import { ConsoleFrame } from '../parts/console-frame';
import { DeliveriesTable } from './deliveries-table';
import { OneTimeSecret } from './secret-once';
import { WebhookForm } from './webhook-form';
import { eventLabels } from './requests';
import consoleStyles from '../parts/console.module.css';
import styles from '../operations/operations.module.css';

export type Webhook = ResponseOf<'GET /admin/webhooks'>[number];

export function WebhooksScreen() {
  const { data, error, mutate } = useEndpoint('GET /admin/webhooks', {});
  const [editing, setEditing] = useState<Webhook | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Webhook | null>(null);
  const createButton = (
    <Button kind="primary" onPress={() => setEditing('new')}>
      New webhook
    </Button>
  );
  return (
    <ConsoleFrame
      title="Webhooks"
      lead="Notify your other programs about events on this site. Every message is signed."
      actions={createButton}
    >
      <section className={consoleStyles.panel} aria-label="Recipients">
        <h2 className={consoleStyles.panelTitle}>Recipients</h2>
        {error && data === undefined ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
        {data === undefined && !error ? <Skeleton shape="line" count={3} label="Loading the webhooks…" /> : null}
        {data?.length === 0 ? <EmptyState title="No webhooks yet" text="Add an address to send events to." /> : null}
        <ul className={consoleStyles.lines}>
          {data?.map((webhook) => (
            <li key={webhook._id} className={styles.entry}>
              <WebhookItem webhook={webhook} onChanged={() => void mutate()} onEdit={setEditing} onRemove={setRemoving} />
            </li>
          ))}
        </ul>
      </section>
      <h2 className={consoleStyles.subtitle}>Deliveries</h2>
      <DeliveriesTable />
      {editing === null ? null : (
        <WebhookForm
          webhook={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onDone={(created) => {
            setEditing(null);
            setSecret(created);
            void mutate();
          }}
        />
      )}
      {secret === null ? null : (
        <OneTimeSecret
          title="Webhook secret"
          text="Use it to verify that messages come from this site."
          secret={secret}
          copyLabel="Copy secret"
          onClose={() => setSecret(null)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        title="Remove this webhook?"
        consequence={`${removing?.url ?? ''} gets no more events, and its deliveries are deleted here. Its secret stops working.`}
        actionLabel="Remove webhook"
        onConfirm={async () => {
          if (removing === null) return;
          await services.webhooks['DELETE /admin/webhooks/:id']({ params: { id: removing._id } });
          setRemoving(null);
          showToast({ tone: 'ok', text: 'Webhook removed' });
          await mutate();
        }}
        onClose={() => setRemoving(null)}
      />
    </ConsoleFrame>
  );
}

interface WebhookItemProps {
  webhook: Webhook;
  onChanged: () => void;
  onEdit: (webhook: Webhook) => void;
  onRemove: (webhook: Webhook) => void;
}

function WebhookItem({ webhook, onChanged, onEdit, onRemove }: WebhookItemProps) {
  const { _id, url, events, isActive, failingSince, lastDeliveredAt } = webhook;
  const [isConfirming, setConfirming] = useState(false);
  const toggle = async () => {
    await services.webhooks['PUT /admin/webhooks/:id']({ params: { id: _id }, body: { isActive: !isActive } });
    setConfirming(false);
    showToast({ tone: 'ok', text: isActive ? 'Webhook turned off' : 'Webhook turned on' });
    onChanged();
  };
  return (
    <>
      <p className={styles.entryTitle}>{url}</p>
      <p>
        <StateMark tone={isActive ? 'ok' : 'quiet'}>{isActive ? 'On' : 'Off'}</StateMark>{' '}
        <span className={styles.quiet}>
          {lastDeliveredAt === null ? 'Nothing delivered yet' : 'Last delivered '}
          {lastDeliveredAt === null ? null : <TimeAgo at={lastDeliveredAt} />}
        </span>
      </p>
      <p className={styles.quiet}>{events.map((event) => eventLabels[event]).join(' · ')}</p>
      {failingSince === null ? null : (
        <Notice tone={isActive ? 'warn' : 'danger'}>
          First failed delivery: <TimeAgo at={failingSince} />.{' '}
          {isActive ? 'If no delivery succeeds for 24 hours, the webhook is turned off.' : 'The webhook was turned off.'}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button size="small" onPress={() => onEdit(webhook)} aria-label={`Edit ${url}`}>
          Change
        </Button>
        <Button size="small" onPress={() => setConfirming(true)} aria-label={isActive ? `Turn off ${url}` : `Turn on ${url}`}>
          {isActive ? 'Turn off' : 'Turn on'}
        </Button>
        <Button size="small" kind="danger" onPress={() => onRemove(webhook)} aria-label={`Remove ${url}`}>
          Remove
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        tone={isActive ? 'danger' : 'plain'}
        title={isActive ? 'Turn off this webhook?' : 'Turn on this webhook?'}
        consequence={isActive ? 'Pending deliveries are canceled and no new events are sent.' : 'New events are sent there again.'}
        actionLabel={isActive ? 'Turn off' : 'Turn on'}
        onConfirm={toggle}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}
