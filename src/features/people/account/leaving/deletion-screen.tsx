/** /auth/deletion: the only page open to a user whose account is scheduled for deletion, with the way to restore it. */
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import { logoutRequested, refreshRequested } from '@web/session/store/intents';
import { useSave } from '@web/forms/use-saving';
import { services } from '@web/services/services';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { FullTime } from '@web/ui/display/times';
import styles from './leaving.module.css';

export function DeletionScreen() {
  const dispatch = useAppDispatch();
  const user = useCurrentUser();
  const { busy, result, save } = useSave();
  const restore = async (): Promise<void> => {
    await save(async () => {
      await services.privacy['DELETE /account/deletion']();
      dispatch(refreshRequested());
    }, '');
  };
  if (!user || user.deletesAt === null) {
    return (
      <div className={styles.stack}>
        <PageHead title="Your account is active" noindex />
        <Notice tone="ok">Nothing was deleted. Everything is still there.</Notice>
        <Button kind="primary" href="/">
          Continue
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.stack}>
      <PageHead title="Your account is being deleted" noindex lead="Only you can see it now, and subscriptions no longer renew." />
      <Notice tone="warn">
        We’ll permanently delete it on <FullTime at={user.deletesAt} />. If you keep it, everything is restored except subscriptions that
        have since ended.
      </Notice>
      {result ? <Notice tone={result.tone}>{result.text}</Notice> : null}
      <div className={styles.actions}>
        <Button kind="primary" busy={busy} onPress={() => void restore()}>
          Keep my account
        </Button>
        <Button onPress={() => dispatch(logoutRequested())}>Log out</Button>
      </div>
    </div>
  );
}
