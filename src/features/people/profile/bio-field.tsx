/** Edits the performer's own bio in place. The draft survives a reload. */
import * as messages from '@contract/kernel/messages';
import * as limits from '@contract/kernel/limits';
import { services } from '@web/services/services';
import { useAppDispatch } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useDraftedForm } from '@web/forms/use-drafted-form';
import { useSend } from '@web/forms/use-send';
import { userReplaced } from '@web/session/store/user.slice';
import { Button } from '@web/ui/actions/button';
import { TextAreaField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import { Form } from '@web/ui/forms/form';
import styles from './profile.module.css';

interface BioFieldProps {
  text: string;
  onSaved: () => void;
  onCancel: () => void;
}

export function BioField({ text, onSaved, onCancel }: BioFieldProps) {
  const dispatch = useAppDispatch();
  const form = useDraftedForm({ defaultValues: { bio: text } }, { draftKey: 'profile-bio' });
  const { busy, error, submit } = useSend(
    form,
    async ({ bio }) => {
      dispatch(userReplaced(await services.performers['PUT /performers/:id']({ params: { id: 'me' }, body: { bio } })));
      form.removeDraft();
      showToast({ text: messages.saved, tone: 'ok' });
      onSaved();
    },
    { fallbackMessage: messages.saveFailed },
  );
  const discard = () => {
    form.removeDraft();
    onCancel();
  };
  return (
    <Form className={styles.bio} onSubmit={submit}>
      <TextAreaField label="Bio" rows={6} maxLength={limits.bioLengthMax} error={form.formState.errors.bio} {...form.register('bio')} />
      {error ? <Notice tone="danger">{error.message}</Notice> : null}
      <div className={styles.bioActions}>
        <Button type="submit" kind="primary" busy={busy}>
          Save bio
        </Button>
        <Button onPress={discard}>Cancel</Button>
      </div>
    </Form>
  );
}
