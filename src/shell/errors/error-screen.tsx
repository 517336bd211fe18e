/** The error page: not found, forbidden, or an unexpected error. */
import { translateMessage } from '@web/lib/i18n/server-messages';
import { Button } from '@web/ui/actions/button';
import { PageHead } from '@web/ui/page/page-head';
import type { PageError } from '../page/server-props';
import styles from './error-screen.module.css';

interface ErrorTexts {
  title: string;
  text: string;
}

const unknownError: ErrorTexts = {
  title: 'Something went wrong',
  text: 'We couldn’t load this page. Try again, or contact us if it keeps happening.',
};

const textsOf: Record<number, ErrorTexts> = {
  403: { title: 'You don’t have access to this page', text: 'It may be limited to certain accounts. Try another account.' },
  404: { title: 'Page not found', text: 'The address may be wrong, or the page was removed.' },
  429: { title: 'Too many attempts', text: 'Please wait a moment and try again.' },
  503: { title: 'The site isn’t responding', text: 'It should be back in a moment. Try again soon.' },
};

const isTemporary = (status: number): boolean => status >= 500 || status === 429;

interface ErrorScreenProps {
  pageError: Pick<PageError, 'status'> & Partial<PageError>;
  /** The retry; defaults to a page reload. */
  onRetry?: () => void;
}

export function ErrorScreen({ pageError: { status, message = null, requestId = null }, onRetry }: ErrorScreenProps) {
  const { title, text } = textsOf[status] ?? unknownError;
  return (
    <section className={styles.pageError}>
      <PageHead title={title} noindex />
      <p>{message === null ? text : translateMessage(message)}</p>
      {requestId === null ? null : <p className={styles.reference}>Reference: {requestId}</p>}
      <div className={styles.actions}>
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
