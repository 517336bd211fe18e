/** Making a webhook, or changing where it goes and of what it tells. */
import * as limits from '@contract/kernel/limits';
import { webhookEvents, type WebhookEvent } from '@contract/values';
import { services } from '@web/services/services';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useSend } from '@web/forms/use-send';
import { Button } from '@web/ui/actions/button';
import { CheckField } from '@web/ui/forms/choice-fields';
import { TextField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { eventWords } from './requests';
import type { Webhook } from './webhooks-screen';
import styles from '../operations/operations.module.css';

interface WebhookFormProps {
  webhook: Webhook | null;
  onClose: () => void;
  /** With the secret of a new one, which is told this once. */
  onDone: (secret: string | null) => void;
}

export function WebhookForm({ webhook, onClose, onDone }: WebhookFormProps) {
  const form = useForm<{ url: string }>({ defaultValues: { url: webhook?.url ?? '' } });
  const [chosen, setChosen] = useState<ReadonlySet<WebhookEvent>>(new Set(webhook?.events ?? []));
  const [isNone, setNone] = useState(false);
  const { busy, problem, submit } = useSend(form, async ({ url }) => {
    if (chosen.size === 0) {
      setNone(true);
      return;
    }
    const body = { url: url.trim(), events: webhookEvents.filter((event) => chosen.has(event)) };
    if (webhook === null) {
      onDone((await services.webhooks['POST /admin/webhooks']({ body })).secret);
      return;
    }
    await services.webhooks['PUT /admin/webhooks/:id']({ params: { id: webhook._id }, body });
    showToast({ tone: 'ok', text: 'Changes saved' });
    onDone(null);
  });
  const choose = (event: WebhookEvent, isChosen: boolean) => {
    setNone(false);
    setChosen(new Set(isChosen ? [...chosen, event] : [...chosen].filter((other) => other !== event)));
  };
  return (
    <Sheet open title={webhook === null ? 'New webhook' : 'Change webhook'} onClose={onClose}>
      <form noValidate className={styles.stack} onSubmit={submit}>
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          hint="A public address that begins with https."
          maxLength={limits.webhookUrlLengthMax}
          error={form.formState.errors.url}
          {...form.register('url', {
            validate: (text) => URL.canParse(text.trim()) || 'Enter a whole address, such as https://example.com/hooks.',
          })}
        />
        <fieldset className={styles.choices}>
          <legend>Tell it of</legend>
          {webhookEvents.map((event) => (
            <CheckField
              key={event}
              label={eventWords[event]}
              checked={chosen.has(event)}
              onChange={({ target }) => choose(event, target.checked)}
            />
          ))}
        </fieldset>
        {isNone ? <Notice tone="danger">Choose at least one thing to tell.</Notice> : null}
        {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
        <div className={styles.actions}>
          <Button type="submit" kind="primary" busy={busy}>
            {webhook === null ? 'Make webhook' : 'Save changes'}
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </form>
    </Sheet>
  );
}
