/** /auth/deletion: all that somebody sees of the site whose account is about to be deleted, and the way back. */
import { useCurrentUser, useIntents } from '@web/session/store/hooks';
import { logoutAsked, refreshAsked } from '@web/session/intents';
import { useSaving } from '@web/session/use-saving';
import { services } from '@web/services/services';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { WholeTime } from '@web/ui/display/times';
import styles from './leaving.module.css';

export function DeletionScreen() {
  const ask = useIntents();
  const user = useCurrentUser();
  const { busy, result, save } = useSaving();
  const keep = async (): Promise<void> => {
    await save(async () => {
      await services.privacy['DELETE /account/deletion']();
      ask(refreshAsked());
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
        On <WholeTime at={user.deletesAt} /> it is erased for good. Keep it, and everything comes back as it was, but for subscriptions that
        ended meanwhile.
      </Notice>
      {result ? <Notice tone={result.tone}>{result.text}</Notice> : null}
      <div className={styles.actions}>
        <Button kind="primary" busy={busy} onPress={() => void keep()}>
          Keep my account
        </Button>
        <Button onPress={() => ask(logoutAsked())}>Log out</Button>
      </div>
    </div>
  );
}
