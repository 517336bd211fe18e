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

type Checked = ResponseOf<'GET /admin/audit/check'>;
type Step = { at: 'rest' | 'checking' } | { at: 'checked'; checked: Checked } | { at: 'failed'; words: string };

const minute_ms = 60_000;

/** Why verification failed; after too many attempts, also when it can be retried. */
function failureLabels(thrown: unknown): string {
  const { code, message, retryAfter_s } = serializeError(thrown, messages.anyFailure);
  if (code !== 'too_many_requests' || retryAfter_s === null) return message;
  const now = Date.now();
  const minutes = Math.ceil(retryAfter_s / 60);
  return `You’ve verified the log too often. Try again ${timeAgo(now + minutes * minute_ms, now)}.`;
}

const countWords = (count: number): string => (count === 1 ? '1 entry' : `${String(count)} entries`);

function Outcome({ checked: { ok, entries, forgotten, differences, checkedAt } }: { checked: Checked }) {
  const when = `Checked ${fullDate(checkedAt, undefined, 'UTC')} UTC.`;
  if (ok)
    return (
      <Notice tone="ok" title="Log verified">
        {countWords(entries)} verified: none changed, removed or inserted by hand.
        {forgotten === 0 ? '' : ` The details of ${countWords(forgotten)} were erased because accounts were deleted.`} {when}
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
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const check = () => {
    setStep({ at: 'checking' });
    services.audit['GET /admin/audit/check']().then(
      (checked) => setStep({ at: 'checked', checked }),
      (thrown: unknown) => setStep({ at: 'failed', words: failureLabels(thrown) }),
    );
  };
  return (
    <>
      <div className={styles.actions}>
        {children}
        <Button icon={<ShieldIcon />} busy={step.at === 'checking'} onPress={check}>
          Verify log
        </Button>
      </div>
      <div className={styles.outcome}>
        {step.at === 'checked' ? <Outcome checked={step.checked} /> : null}
        {step.at === 'failed' ? <Notice tone="danger">{step.words}</Notice> : null}
      </div>
    </>
  );
}
