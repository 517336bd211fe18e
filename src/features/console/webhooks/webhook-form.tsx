/** Creates a webhook, or changes its URL and events. */
import * as limits from '@contract/kernel/limits';
import { webhookEvents, type WebhookEvent } from '@contract/kernel/values/console';
import { services } from '@web/services/services';
import { contractResolver } from '@web/forms/contract-resolver';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { CheckField } from '@web/ui/forms/choice-fields';
import { TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import { useForm } from 'react-hook-form';
import { eventLabels } from './requests';
import type { Webhook } from './webhooks-screen';
import { Form } from '@web/ui/forms/form';
import styles from '../operations/operations.module.css';

interface Values {
  url: string;
  events: WebhookEvent[];
}

const bodyOf = ({ url, events }: Values) => ({ url: url.trim(), events });

interface WebhookFormProps {
  webhook: Webhook | null;
  onClose: () => void;
  /** Called with the secret of a new webhook, which the API returns only once. */
  onDone: (secret: string | null) => void;
}

export function WebhookForm({ webhook, onClose, onDone }: WebhookFormProps) {
  const form = useForm<Values>({
    defaultValues: { url: webhook?.url ?? '', events: webhook?.events ?? [] },
    resolver: contractResolver('POST /admin/webhooks', () => import('@contract/site/webhooks'), bodyOf, {
      url: { text: 'Enter a whole address, such as https://example.com/hooks.' },
      events: { empty: 'Choose at least 1 event.' },
    }),
  });
  const { errors } = form.formState;
  const { busy, error, submit } = useSend(form, async (values) => {
    const body = bodyOf(values);
    if (webhook === null) {
      onDone((await services.webhooks['POST /admin/webhooks']({ body })).secret);
      return;
    }
    await services.webhooks['PUT /admin/webhooks/:id']({ params: { id: webhook._id }, body });
    showToast({ tone: 'ok', text: 'Changes saved' });
    onDone(null);
  });
  return (
    <Sheet open title={webhook === null ? 'New webhook' : 'Edit webhook'} onClose={onClose}>
      <Form className={styles.stack} onSubmit={submit}>
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          hint="A public address that starts with https://."
          maxLength={limits.webhookUrlLengthMax}
          error={errors.url}
          {...form.register('url')}
        />
        <fieldset className={styles.choices}>
          <legend>Events</legend>
          {webhookEvents.map((event) => (
            <CheckField key={event} label={eventLabels[event]} value={event} {...form.register('events')} />
          ))}
        </fieldset>
        {errors.events ? <Notice tone="danger">{errors.events.message}</Notice> : null}
        {error ? <Notice tone="danger">{error.message}</Notice> : null}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            {webhook === null ? 'Create webhook' : 'Save changes'}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </Form>
    </Sheet>
  );
}
