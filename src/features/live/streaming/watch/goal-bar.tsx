/** The shared tip goal of a show, and its progress. */
import { shortTokens, formatTokenCount } from '@web/lib/i18n/money';
import { Progress } from '@web/ui/feedback/progress';
import type { Stream } from '../store/show';
import styles from './watch.module.css';

const whole_percent = 100;

export function GoalBar({ goal }: { goal: NonNullable<Stream['tipGoal']> }) {
  const { title, amount, raised, loops, rounds } = goal;
  const percent = amount === 0 ? whole_percent : (raised / amount) * whole_percent;
  return (
    <div className={styles.goal}>
      <Progress label={title} percent={percent} />
      <p className={styles.details}>
        {shortTokens(raised)} of {formatTokenCount(amount)}
        {loops && rounds > 0 ? ` · reached ${rounds === 1 ? 'once' : `${String(rounds)} times`}` : ''}
        {!loops && raised >= amount ? ' · reached' : ''}
      </p>
    </div>
  );
}
