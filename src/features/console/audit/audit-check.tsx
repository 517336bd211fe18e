/** Verifies the audit log: the server recomputes its hash chain, and the result is shown as text. */
import * as messages from '@contract/kernel/messages';
import { fullDate, timeAgo } from '@web/lib/i18n/dates';
import { services } from '@web/services/services';
import type { ResponseOf } from '@web/services/call';
import { serializeError } from '@web/services/serialized-error';
import { Button } from '@web/ui/actions/button';
import { ShieldIcon } from '@web/ui/icons/icons';
import { Notice } from '@web/ui/feedback/notice';
import { useState } from 'react';
import type { ReactNode } from 'react';
import styles from './audit.module.css';

type CheckResult = ResponseOf<'GET /admin/audit/check'>;
type CheckState = { status: 'idle' | 'checking' } | { status: 'checked'; result: CheckResult } | { status: 'failed'; message: string };

const minute_ms = 60_000;

/** Why verification failed; after too many attempts, also when it can be retried. */
function failureText(thrown: unknown): string {
  const { code, message, retryAfter_s } = serializeError(thrown, messages.anyFailure);
  if (code !== 'too_many_requests' || retryAfter_s === null) return message;
  const now = Date.now();
  const minutes = Math.ceil(retryAfter_s / 60);
  return `You’ve verified the log too often. Try again ${timeAgo(now + minutes * minute_ms, now)}.`;
}

const entryCountText = (count: number): string => (count === 1 ? '1 entry' : `${String(count)} entries`);

function Outcome({ result: { ok, entries, forgotten, differences, checkedAt } }: { result: CheckResult }) {
  const when = `Checked ${fullDate(checkedAt, undefined, 'UTC')} UTC.`;
  if (ok)
    return (
      <Notice tone="ok" title="Log verified">
        {entryCountText(entries)} verified: none changed, removed or inserted by hand.
        {forgotten === 0 ? '' : ` The details of ${entryCountText(forgotten)} were erased because accounts were deleted.`} {when}
      </Notice>
    );
  return (
    <Notice tone="danger" title="The log has been tampered with">
      {when} Someone with access to the database changed it. Compare with a backup:
      <ul className={styles.wrong} aria-label="Problems found" tabIndex={0}>
        {differences.map((difference) => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** The button sits beside the other log actions. The result goes to the end of the page, so that nothing moves when it arrives. */
export function AuditCheck({ children }: { children: ReactNode }) {
  const [state, setState] = useState<CheckState>({ status: 'idle' });
  const check = () => {
    setState({ status: 'checking' });
    services.audit['GET /admin/audit/check']().then(
      (result) => setState({ status: 'checked', result }),
      (thrown: unknown) => setState({ status: 'failed', message: failureText(thrown) }),
    );
  };
  return (
    <>
      <div className={styles.actions}>
        {children}
        <Button icon={<ShieldIcon />} busy={state.status === 'checking'} onPress={check}>
          Verify log
        </Button>
      </div>
      <div className={styles.outcome}>
        {state.status === 'checked' ? <Outcome result={state.result} /> : null}
        {state.status === 'failed' ? <Notice tone="danger">{state.message}</Notice> : null}
      </div>
    </>
  );
}
