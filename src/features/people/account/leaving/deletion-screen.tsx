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
        <PageHead title="Your account stays" noindex />
        <Notice tone="ok">Nothing of it is deleted: everything is there again.</Notice>
        <Button kind="primary" href="/">
          Go on
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.stack}>
      <PageHead title="Your account is being deleted" noindex lead="Nobody but you can see it any more, and nothing renews." />
      <Notice tone="warn">
        On <FullTime at={user.deletesAt} /> it is erased for good. Keep it, and everything comes back as it was, but for subscriptions that
        ended meanwhile.
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
