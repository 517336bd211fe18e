/** The error page: not found, forbidden, or broken. */
import { translateMessage } from '@web/lib/i18n/server-messages';
import { Button } from '@web/ui/actions/button';
import { PageHead } from '@web/ui/page/page-head';
import type { PageError } from '../page/first-props';
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

const isTemporary = (status: number): boolean => status >= 500 || status === 429;

interface ErrorScreenProps {
  pageError: Pick<PageError, 'status'> & Partial<PageError>;
  /** The retry; defaults to a page reload. */
  onRetry?: () => void;
}

export function ErrorScreen({ pageError: { status, message = null, number = null }, onRetry }: ErrorScreenProps) {
  const { title, text } = wordsOf[status] ?? broken;
  return (
    <section className={styles.pageError}>
      <PageHead title={title} noindex />
      <p>{message === null ? text : translateMessage(message)}</p>
      {number === null ? null : <p className={styles.number}>Error number {number}</p>}
      <div className={styles.ways}>
        {isTemporary(status) ? (
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
  return <ErrorScreen pageError={{ status: 404 }} />;
}

export function ForbiddenScreen() {
  return <ErrorScreen pageError={{ status: 403 }} />;
}

export function BrokenScreen() {
  return <ErrorScreen pageError={{ status: 500 }} />;
}
