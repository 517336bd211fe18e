/** What stands in place of a page for those who are signed in and have no use for it. Guests do without its code. */
import type { CurrentUser } from '@web/session/intents';
import { firstPlace } from '@web/session/work-paths';
import { Button } from '@web/ui/actions/button';
import { PageHead } from '@web/ui/page/page-head';
import styles from '../errors/error-screen.module.css';

export function TurnedAway({ viewer }: { viewer: CurrentUser | null }) {
  return viewer?.helper ? <BeyondHelp name={viewer.name} place={firstPlace(viewer.helper.rights)} /> : <FansOnly />;
}

/** Somebody who works for a performer has opened what is no part of that. */
function BeyondHelp({ name, place }: { name: string; place: string }) {
  return (
    <section className={styles.fault}>
      <PageHead title="This is not part of your work here" noindex />
      <p>{`You work for ${name}, and this page is not among what you may do. Stop first to use the site for yourself.`}</p>
      <div className={styles.ways}>
        <Button href={place} kind="primary">
          Back to the work
        </Button>
      </div>
    </section>
  );
}

/** A performer has opened a page that is made for fans. */
function FansOnly() {
  return (
    <section className={styles.fault}>
      <PageHead title="This page is for fans" noindex />
      <p>You are signed in as a performer. Fans find here what they have bought and saved.</p>
      <div className={styles.ways}>
        <Button href="/">Home</Button>
      </div>
    </section>
  );
}
