/** Replaces a page that is not meant for the signed-in person. Guests do not load this code. */
import type { CurrentUser } from '@web/services/current-user';
import { firstDelegatePath } from '@web/session/delegate-paths';
import { Button } from '@web/ui/actions/button';
import { PageHead } from '@web/ui/page/page-head';
import styles from '../errors/error-screen.module.css';

export function AccessDenied({ viewer }: { viewer: CurrentUser | null }) {
  return viewer?.helper ? <OutsideDelegation name={viewer.name} path={firstDelegatePath(viewer.helper.rights)} /> : <FansOnly />;
}

/** For a delegate, on a page outside their rights. */
function OutsideDelegation({ name, path }: { name: string; path: string }) {
  return (
    <section className={styles.pageError}>
      <PageHead title="You don’t have access to this page" noindex />
      <p>{`You’re managing ${name}’s profile, and this page isn’t included. Stop managing it to use your own account.`}</p>
      <div className={styles.actions}>
        <Button href={path} kind="primary">
          Continue managing
        </Button>
      </div>
    </section>
  );
}

/** For a performer, on a page for fans. */
function FansOnly() {
  return (
    <section className={styles.pageError}>
      <PageHead title="This page is for fans" noindex />
      <p>You’re logged in as a creator. This is where fans find what they bought and saved.</p>
      <div className={styles.actions}>
        <Button href="/">Home</Button>
      </div>
    </section>
  );
}
