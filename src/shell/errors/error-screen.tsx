/** What stands in place of a page that cannot be shown: not there, not for this viewer, or broken. */
import { said } from '@web/lib/said';
import { Button } from '@web/ui/actions/button';
import { PageHead } from '@web/ui/page/page-head';
import type { PageFault } from '../first-props';
import styles from './error-screen.module.css';

interface Words {
  title: string;
  text: string;
}

const broken: Words = {
  title: 'Something went wrong',
  text: 'This page could not be shown. Try again; if it stays like this, write to us.',
};

const wordsOf: Record<number, Words> = {
  403: { title: 'This page is not available to you', text: 'It may be open to other people only.' },
  404: { title: 'We could not find this page', text: 'The address may be mistyped, or the page was taken down.' },
  429: { title: 'Too many tries', text: 'Please wait a moment and try again.' },
  503: { title: 'The site does not answer', text: 'It should be back in a moment. Try again soon.' },
};

const mayPass = (status: number): boolean => status >= 500 || status === 429;

interface FaultScreenProps {
  fault: Pick<PageFault, 'status'> & Partial<PageFault>;
  /** How to try again; without it the page is loaded anew. */
  onRetry?: () => void;
}

export function FaultScreen({ fault: { status, message = null, number = null }, onRetry }: FaultScreenProps) {
  const { title, text } = wordsOf[status] ?? broken;
  return (
    <section className={styles.fault}>
      <PageHead title={title} noindex />
      <p>{message === null ? text : said(message)}</p>
      {number === null ? null : <p className={styles.number}>Fault number {number}</p>}
      <div className={styles.ways}>
        {mayPass(status) ? (
          <Button kind="primary" onPress={onRetry ?? (() => window.location.reload())}>
            Try again
          </Button>
        ) : null}
        <Button href="/">Home</Button>
        <Button href="/contact">Contact</Button>
      </div>
    </section>
  );
}

export function NotFoundScreen() {
  return <FaultScreen fault={{ status: 404 }} />;
}

export function ForbiddenScreen() {
  return <FaultScreen fault={{ status: 403 }} />;
}

export function BrokenScreen() {
  return <FaultScreen fault={{ status: 500 }} />;
}
