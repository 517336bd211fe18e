/** Read-only evidence. */
import { evidenceFields, type Evidence } from '@contract/kernel/values/disputes';
import { evidenceFieldLabels } from './labels';
import consoleStyles from '../parts/console.module.css';
import styles from './disputes.module.css';

export function EvidenceText({ title, evidence }: { title: string; evidence: Evidence }) {
  return (
    <section className={consoleStyles.panel} aria-label={title}>
      <h2 className={consoleStyles.panelTitle}>{title}</h2>
      <dl className={styles.parts}>
        {evidenceFields
          .filter((field) => evidence[field] !== '')
          .map((field) => (
            <div key={field} className={styles.part}>
              <dt className={consoleStyles.quiet}>{evidenceFieldLabels[field].label}</dt>
              <dd className={styles.text} dir="auto">
                {evidence[field]}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
