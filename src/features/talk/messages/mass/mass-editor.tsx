/** Writes a mass message, or changes a scheduled one: the draft is stored, and nothing is sent twice. */
import * as limits from '@contract/kernel/limits';
import { listRules } from '@contract/kernel/values/messages';
import { useRouter } from 'next/router';
import { useState } from 'react';
import type { UrlQuery } from '@web/lib/table-query';
import { textAt } from '@web/lib/table-query';
import { useEndpoint } from '@web/services/use-endpoint';
import { NetAmount } from '@web/checkout/receives';
import { useValueDraft } from '@web/forms/use-draft';
import { dropMedia } from '@web/uploads/use-editor-media';
import { VerifiedOnly } from '@web/session/verified-only';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { AmountField, TextAreaField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useFocusFirstError } from '@web/ui/forms/use-first-error';
import { fansText } from '../fans/fan-texts';
import { MassLists, useReach } from './mass-lists';
import { MassMedia } from './mass-media';
import { initialMass, priceRange } from './mass-values';
import type { ListId, MassMessage, MassValues } from './mass-values';
import { massMessageIdAt, massPath, massMessageRequest } from './mass-requests';
import { useMassSending } from './use-mass-sending';
import { ScheduleFields } from './schedule-fields';
import { Form } from '@web/ui/forms/form';
import styles from './mass.module.css';

/** Above this many recipients the user is asked for confirmation. */
const confirmAbove = 50;

/** The list in the URL, built-in or own; empty for none. */
function listIdsAt(query: UrlQuery): ListId[] {
  const listParam = textAt(query, 'to');
  if (listParam === undefined) return [];
  return [listRules.find((rule) => rule === listParam) ?? listParam];
}

export function MassEditorScreen() {
  const { query } = useRouter();
  const id = massMessageIdAt(query);
  return (
    <>
      <PageHead
        title={id === null ? 'New mass message' : 'Edit mass message'}
        back={{ href: massPath, label: 'Back to mass messages' }}
        noindex
      />
      <VerifiedOnly>
        {id === null ? <MassMessageForm key="new" message={null} to={listIdsAt(query)} /> : <ExistingMessage key={id} id={id} />}
      </VerifiedOnly>
    </>
  );
}

function ExistingMessage({ id }: { id: string }) {
  const { data, error, mutate } = useEndpoint('GET /mass-messages/:id', massMessageRequest(id), { revalidateOnFocus: false });
  if (data === undefined) {
    return error ? (
      <ErrorState error={error} onRetry={() => void mutate()} />
    ) : (
      <Skeleton shape="form" count={4} label="Loading the message…" />
    );
  }
  if (data.status !== 'scheduled') {
    return (
      <Notice tone="warn" title="This message can’t be edited anymore" action={<Button href={massPath}>See mass messages</Button>}>
        You can only edit scheduled messages.
      </Notice>
    );
  }
  return <MassMessageForm message={data} to={[]} />;
}

function MassMessageForm({ message, to }: { message: MassMessage | null; to: ListId[] }) {
  const formKey = `mass:${message?._id ?? 'new'}`;
  const [values, change, removeDraft] = useValueDraft<MassValues>(formKey, initialMass(message, to));
  const [isConfirming, setConfirming] = useState(false);
  const reach = useReach(values);
  const { busy, errors, error, check, send } = useMassSending({ message, formKey, values, removeDraft });
  const form = useFocusFirstError(errors);
  const actionLabel = actionLabelOf(message, values.isLater, reach.total);
  const startOver = () => {
    dropMedia(values.media);
    change(initialMass(message, []));
    removeDraft();
  };
  return (
    <Form
      ref={form}
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        if (busy || !check()) return;
        if (reach.total !== null && reach.total > confirmAbove) setConfirming(true);
        else send().catch(() => undefined);
      }}
    >
      <MassLists values={values} errors={errors} reach={reach} onChange={change} />
      <TextAreaField
        label="Text"
        rows={5}
        maxLength={limits.messageTextLengthMax}
        error={errors.text}
        value={values.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <MassMedia
        formKey={formKey}
        href={`${massPath}/${message?._id ?? 'new'}`}
        media={values.media}
        error={errors.media}
        onChange={(media) => change({ media })}
      />
      <div className={styles.group}>
        <AmountField
          label="Price"
          optional
          unit="tokens"
          hint={`What fans pay to unlock the photos and videos. ${priceRange()} Leave blank for free.`}
          error={errors.price}
          value={values.price}
          onChange={({ target }) => change({ price: target.value })}
        />
        <NetAmount text={values.price} />
      </div>
      <ScheduleFields values={values} error={errors.at} onChange={change} />
      {error === null ? null : <Notice tone="danger">{error}</Notice>}
      <div className={styles.actions}>
        <Button type="submit" kind="primary" busy={busy}>
          {actionLabel}
        </Button>
        <Button kind="quiet" onPress={startOver}>
          {message === null ? 'Start over' : 'Discard changes'}
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        title={`${actionLabel}?`}
        tone="plain"
        actionLabel={actionLabel}
        consequence={
          values.isLater
            ? 'It’s sent at the scheduled time to everyone on these lists at that point. Until then, you can edit or unsend it.'
            : 'Each fan gets it right away in a private conversation. You can unsend it for fans who haven’t bought it.'
        }
        onConfirm={() => send().then(() => setConfirming(false))}
        onClose={() => setConfirming(false)}
      />
    </Form>
  );
}

function actionLabelOf(message: MassMessage | null, isLater: boolean, total: number | null): string {
  if (isLater) return message === null ? 'Schedule message' : 'Save changes';
  return total === null || total === 0 ? 'Send message' : `Send to ${fansText(total)}`;
}
