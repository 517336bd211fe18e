/** One message of the outbox: its text, its look in a closed frame, and the links in it. */
import { useEndpoint } from '@web/services/use-endpoint';
import { Button } from '@web/ui/actions/button';
import { CopyLink } from '@web/ui/actions/copy-link';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { TimeAgo } from '@web/ui/display/times';
import { useRouter } from 'next/router';
import { ConsoleFrame } from '../parts/console-frame';
import { Facts } from '../parts/detail-list';
import { byId } from '../reads';
import { State } from '../words';
import styles from '../parts/console.module.css';

const back = { href: '/admin/mails', label: 'Back to the outbox' };

/** The addresses in a text, each once. */
export function linksIn(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
  return [...new Set(found.map((link) => link.replace(/[.,;:!?)]+$/, '')))];
}

export function MailScreen() {
  const { id } = useRouter().query;
  // Each reading is noted on the host: it is asked for once, not at every focus.
  const { data, error, mutate } = useEndpoint('GET /admin/mails/:id', typeof id === 'string' ? byId(id) : null, {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
  if (data === undefined) {
    return (
      <ConsoleFrame title="Mail" back={back}>
        {error ? <Fault error={error} onRetry={() => void mutate()} /> : <Skeleton count={6} label="Loading the mail…" />}
      </ConsoleFrame>
    );
  }
  const links = linksIn(data.text);
  return (
    <ConsoleFrame title={data.subject} back={back}>
      <div className={styles.stack}>
        <Facts
          title="Message"
          facts={[
            { label: 'Sent to', value: data.to },
            { label: 'Status', value: <State of={data.status} /> },
            { label: 'Template', value: data.template },
            { label: 'Written', value: <TimeAgo at={data.createdAt} /> },
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
        <section className={styles.panel} aria-label="Look">
          <h2 className={styles.panelTitle}>Look</h2>
          <iframe className={styles.mailFrame} title={`Look of ${data.subject}`} sandbox="" srcDoc={data.html} />
        </section>
      </div>
    </ConsoleFrame>
  );
}
