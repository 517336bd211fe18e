/** Both parties of a report, with their details. */
import { countWords } from '@web/lib/i18n/counts';
import type { ResponseOf } from '@web/services/call';
import { TimeAgo } from '@web/ui/display/times';
import { AccountLink } from '../parts/account-line';
import { decisionLabels } from './labels';
import styles from './reports.module.css';

type Report = ResponseOf<'GET /admin/reports/:id'>;

export function ReportParties({ report: { owner, source, reporter, history, decidedAt } }: { report: Report }) {
  const { decisions, ...counts } = history.owner;
  const earlier = decisions.filter(({ createdAt }) => decidedAt === null || createdAt < decidedAt);
  return (
    <>
      <section className={styles.panel} aria-label="Reported account">
        <h2 className={styles.panelTitle}>Reported account</h2>
        <div className={styles.stack}>
          <Party person={owner} summary={`Reported ${countWords(counts.reports, 'time')}, ${String(counts.upheld)} upheld`} />
          {earlier.length === 0 ? (
            <p className={styles.quiet}>No earlier decisions about this account.</p>
          ) : (
            <ul className={styles.decisions} aria-label="Earlier decisions">
              {earlier.map(({ _id, action, title, reason, createdAt, endedAt }) => (
                <li key={_id}>
                  <b>{decisionLabels[action]}</b>
                  {title === '' ? '' : `: ${title}`}. {reason}{' '}
                  <span className={styles.quiet}>
                    <TimeAgo at={createdAt} />
                    {endedAt === null ? '' : ', reversed'}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </section>
      <section className={styles.panel} aria-label="Reported by">
        <h2 className={styles.panelTitle}>Reported by</h2>
        {source === 'words' ? (
          <p>Flagged automatically because it contains a watched word.</p>
        ) : (
          <Party
            person={reporter}
            summary={`Sent ${countWords(history.reporter.reports, 'report')}, ${String(history.reporter.upheld)} upheld`}
          />
        )}
      </section>
    </>
  );
}

function Party({ person, summary }: { person: Report['owner']; summary: string }) {
  return (
    <div className={styles.side}>
      {person === null ? <span>Deleted account</span> : <AccountLink account={person} href={`/admin/users/${person._id}`} />}
      <p className={styles.quiet}>{summary}</p>
    </div>
  );
}
