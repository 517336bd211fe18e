/** Replaces a page until the visitor has confirmed their age. The page is not rendered behind it. */
import { useRouter } from 'next/router';
import { useUi } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { Link } from '@web/ui/core/link';
import { PageTitle } from '@web/ui/page/page-head';
import { ageAnswerPath } from './adult-gate';
import styles from '../layouts/layouts.module.css';

export function AgeQuestion() {
  const { asPath } = useRouter();
  const { siteName } = useUi();
  return (
    <main id="content" className={styles.closed}>
      <PageTitle title="Are you 18 or older?" noindex />
      <h1>Are you 18 or older?</h1>
      <p>{siteName} shows things that are meant for adults alone. Say that you are 18 or older to go on.</p>
      <form method="post" action={`${ageAnswerPath}?next=${encodeURIComponent(asPath)}`}>
        <Button type="submit" kind="primary" size="large">
          I am 18 or older
        </Button>
      </form>
      <p>
        You are not?{' '}
        <a href="https://www.google.com/" rel="noreferrer">
          Leave
        </a>
      </p>
      <p className={styles.quiet}>
        Your answer is kept in a cookie of this browser for a year. Do you have an account? <Link href="/auth/login">Log in</Link>
      </p>
    </main>
  );
}
