/** Editing the own bio where it stands. What was typed survives a reload. */
import { messages } from '@contract/kernel/errors';
import * as limits from '@contract/kernel/limits';
import { services } from '@web/services/services';
import { useIntents } from '@web/session/store/hooks';
import { showToast } from '@web/ui/feedback/toast-queue';
import { useDraftedForm } from '@web/forms/use-draft';
import { useSend } from '@web/forms/use-send';
import { userReplaced } from '@web/session/store/user.slice';
import { Button } from '@web/ui/actions/button';
import { TextAreaField } from '@web/ui/forms/fields';
import { Notice } from '@web/ui/feedback/notice';
import styles from './profile.module.css';

interface BioFieldProps {
  text: string;
  onSaved: () => void;
  onCancel: () => void;
}

export function BioField({ text, onSaved, onCancel }: BioFieldProps) {
  const tell = useIntents();
  const form = useDraftedForm({ defaultValues: { bio: text } }, { place: 'profile-bio' });
  const { busy, problem, submit } = useSend(
    form,
    async ({ bio }) => {
      tell(userReplaced(await services.performers['PUT /performers/:id']({ params: { id: 'me' }, body: { bio } })));
      form.forgetDraft();
      showToast({ text: messages.saved, tone: 'ok' });
      onSaved();
    },
    { otherwise: messages.saveFailed },
  );
  const giveUp = () => {
    form.forgetDraft();
    onCancel();
  };
  return (
    <form className={styles.bio} noValidate onSubmit={submit}>
      <TextAreaField label="Bio" rows={6} maxLength={limits.bioLengthMax} error={form.formState.errors.bio} {...form.register('bio')} />
      {problem ? <Notice tone="danger">{problem.message}</Notice> : null}
      <div className={styles.bioActions}>
        <Button type="submit" kind="primary" busy={busy}>
          Save bio
        </Button>
        <Button onPress={giveUp}>Cancel</Button>
      </div>
    </form>
  );
}
