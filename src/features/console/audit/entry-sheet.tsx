/** One audit entry: its details, and the value of each field before and after. */
import { DescriptionList } from '@web/ui/display/description-list';
import { cx } from '@web/ui/core/cx';
import { Link } from '@web/ui/core/link';
import { Notice } from '@web/ui/feedback/notice';
import { Sheet } from '@web/ui/dialogs/sheet';
import { FullTime } from '@web/ui/display/times';
import { fieldChangesOf, apiKeyIdOf } from './differences';
import { targetLogHref } from './requests';
import type { AuditEntry } from './requests';
import { targetLabel } from './targets';
import { actionLabel, systemActorLabel } from './labels';
import styles from './audit.module.css';

function Differences({ entry }: { entry: AuditEntry }) {
  const differences = fieldChangesOf(entry);
  if (entry.isForgotten)
    return (
      <Notice title="Details erased">
        Personal details were erased because the account was deleted. The action itself stays on record.
      </Notice>
    );
  if (differences.length === 0) return <p className={styles.quiet}>No further details were recorded.</p>;
  return (
    <ul className={styles.fields} aria-label="Changed fields">
      {differences.map(({ field, before, after }) => (
        <li key={field}>
          <h3 className={styles.field}>{field}</h3>
          <dl className={styles.sides}>
            <div className={styles.side}>
              <dt>Before</dt>
              <dd>{before}</dd>
            </div>
            <div className={cx(styles.side, styles.after)}>
              <dt>After</dt>
              <dd>{after}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  );
}

export function EntrySheet({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { actor, action, targetType, targetId, address, createdAt } = entry;
  const key = apiKeyIdOf(entry);
  return (
    <Sheet open side="end" title={actionLabel(action)} onClose={onClose}>
      <div className={styles.stack}>
        <DescriptionList
          details={[
            { label: 'Actor', value: actor?.name ?? systemActorLabel(action) },
            ...(key === null ? [] : [{ label: 'API key', value: key }]),
            { label: 'When', value: <FullTime at={createdAt} /> },
            { label: 'IP address', value: address ?? 'None' },
            { label: targetLabel(targetType), value: targetId },
            { label: 'Action name', value: action },
          ]}
        />
        <Differences entry={entry} />
        <p>
          <Link href={targetLogHref(targetId)} onClick={onClose}>
            All entries for this target
          </Link>
        </p>
      </div>
    </Sheet>
  );
}
