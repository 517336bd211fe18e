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
      <p>{siteName} contains adult content. Confirm that you’re 18 or older to continue.</p>
      <form method="post" action={`${ageAnswerPath}?next=${encodeURIComponent(asPath)}`}>
        <Button type="submit" kind="primary" size="large">
          I am 18 or older
        </Button>
      </form>
      <p>
        Under 18?{' '}
        <a href="https://www.google.com/" rel="noreferrer">
          Leave
        </a>
      </p>
      <p className={styles.quiet}>
        Your answer is saved in a cookie for 1 year. Already have an account? <Link href="/auth/login">Log in</Link>
      </p>
    </main>
  );
}
