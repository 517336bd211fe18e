/** The results of the last nightly ledger checks. */
import * as limits from '@contract/kernel/limits';
import { countWords } from '@web/lib/i18n/counts';
import { shortDate } from '@web/lib/i18n/dates';
import { translateMessage } from '@web/lib/i18n/server-messages';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { StateMark } from '@web/ui/feedback/state-mark';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import styles from '../parts/console.module.css';
import { nightlyChecksRequest } from './requests';

type NightlyCheck = ResponseOf<'GET /admin/ledger/checks'>[number];

const startTime = `${String(limits.ledgerCheck.hour_utc).padStart(2, '0')}:00 UTC`;

function durationText({ startedAt, endedAt }: NightlyCheck): string {
  const seconds = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000);
  if (seconds < 1) return 'in less than a second';
  return seconds < 120 ? `in ${countWords(seconds, 'second')}` : `in ${countWords(Math.round(seconds / 60), 'minute')}`;
}

function NightlyCheckItem({ check }: { check: NightlyCheck }) {
  return (
    <li>
      <StateMark tone={check.ok ? 'ok' : 'danger'}>{check.ok ? 'Balanced' : 'Not balanced'}</StateMark>{' '}
      <strong>{shortDate(check.night, undefined, 'UTC')}</strong> <span className={styles.quiet}>checked {durationText(check)}</span>
      {check.broken.map(({ law, says, differences }) => (
        <div key={law + says}>
          <strong>{law}</strong> {translateMessage(says)}
          <ul className={styles.differences}>
            {differences.map((difference) => (
              <li key={difference}>{difference}</li>
            ))}
          </ul>
        </div>
      ))}
    </li>
  );
}

export function NightlyChecks() {
  const { data, error, mutate } = useEndpoint('GET /admin/ledger/checks', nightlyChecksRequest);
  return (
    <section aria-labelledby="checked-nights">
      <h2 id="checked-nights" className={styles.subtitle}>
        Nightly checks
      </h2>
      {error && data === undefined ? <ErrorState error={error} onRetry={() => void mutate()} /> : null}
      {!error && data === undefined ? <Skeleton shape="row" count={3} label="Loading nightly checks…" /> : null}
      {data?.length === 0 ? (
        <EmptyState title="No nightly checks yet" text={`The site checks the ledger and open payments every night from ${startTime}.`} />
      ) : null}
      {data && data.length > 0 ? (
        <ul className={styles.ledgerChecks} aria-label="Nightly checks">
          {data.map((check) => (
            <NightlyCheckItem key={check.night} check={check} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}
