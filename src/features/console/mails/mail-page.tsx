/** One message of the mail outbox: its text, its HTML in a sandboxed frame, and its links. */
import { webAddressesIn } from '@web/lib/web-addresses';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { CopyLink } from '@web/ui/actions/copy-link';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useRouter } from 'next/router';
import { ConsoleFrame } from '../parts/console-frame';
import { DetailList } from '../parts/detail-list';
import { byId } from '../parts/requests';
import { StatusTag } from '../parts/status-tags';
import styles from '../parts/console.module.css';

const back = { href: '/admin/mails', label: 'Back to the outbox' };

/** The URLs in a text, without duplicates. */
export function linksIn(text: string): string[] {
  return [...new Set(webAddressesIn(text).map(({ address }) => address))];
}

export function MailScreen() {
  const { id } = useRouter().query;
  // The server records every read of a mail, so the query does not refetch on focus.
  const { data, error, mutate } = useEndpoint('GET /admin/mails/:id', typeof id === 'string' ? byId(id) : null, {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
  if (data === undefined) {
    return (
      <ConsoleFrame title="Email" back={back}>
        {error ? <ErrorState error={error} onRetry={() => void mutate()} /> : <Skeleton count={6} label="Loading the email…" />}
      </ConsoleFrame>
    );
  }
  const links = linksIn(data.text);
  return (
    <ConsoleFrame title={data.subject} back={back}>
      <div className={styles.stack}>
        <DetailList
          title="Message"
          details={[
            { label: 'Sent to', value: data.to },
            { label: 'Status', value: <StatusTag of={data.status} /> },
            { label: 'Template', value: data.template },
            { label: 'Date', value: <TimeAgo at={data.createdAt} /> },
          ]}
        />
        {links.length > 0 ? (
          <section className={styles.panel} aria-label="Links">
            <h2 className={styles.panelTitle}>Links</h2>
            <ul className={styles.lines}>
              {links.map((link) => (
                <li key={link} className={styles.linkLine}>
                  <span className={styles.address}>{link}</span>
                  <span className={styles.actions}>
                    <Button size="small" href={link}>
                      Open link
                    </Button>
                    <CopyLink href={link} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <section className={styles.panel} aria-label="Text">
          <h2 className={styles.panelTitle}>Text</h2>
          <pre className={styles.mailText}>{data.text}</pre>
        </section>
        <section className={styles.panel} aria-label="Appearance">
          <h2 className={styles.panelTitle}>Appearance</h2>
          <iframe className={styles.mailFrame} title={`Preview of ${data.subject}`} sandbox="" srcDoc={data.html} />
        </section>
      </div>
    </ConsoleFrame>
  );
}
