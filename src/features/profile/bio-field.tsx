/** Editing the own bio where it stands. What was typed survives a reload. */
import { limits } from '@contract/limits';
import { messages } from '@contract/errors';
import { performerService } from '@web/services/performer.service';
import { useIntents } from '@web/session/hooks';
import { problemOf } from '@web/session/problem';
import { showToast } from '@web/session/toasts';
import { useDraftedForm } from '@web/session/use-draft';
import { userReplaced } from '@web/session/user.slice';
import { Button } from '@web/ui/button';
import { TextAreaField } from '@web/ui/fields';
import styles from './profile.module.css';

interface BioFieldProps {
  text: string;
  onSaved: () => void;
  onCancel: () => void;
}

export function BioField({ text, onSaved, onCancel }: BioFieldProps) {
  const tell = useIntents();
  const { register, handleSubmit, setError, forgetDraft, formState } = useDraftedForm({ defaultValues: { bio: text } }, { place: 'profile-bio' });
  const save = async ({ bio }: { bio: string }) => {
    try {
      tell(userReplaced(await performerService.update('me', { bio })));
      forgetDraft();
      showToast({ text: messages.saved, tone: 'ok' });
      onSaved();
    } catch (thrown) {
      const problem = problemOf(thrown, messages.saveFailed);
      setError('bio', { message: problem.issues[0]?.message ?? problem.message });
    }
  };
  const giveUp = () => {
    forgetDraft();
    onCancel();
  };
  return (
    <form className={styles.bio} noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
      <TextAreaField label="Bio" rows={6} maxLength={limits.bioLengthMax} error={formState.errors.bio} {...register('bio')} />
      <div className={styles.bioActions}>
        <Button type="submit" kind="primary" busy={formState.isSubmitting}>
          Save bio
        </Button>
        <Button onPress={giveUp}>Cancel</Button>
      </div>
    </form>
  );
}
