/**
 * A bar chart of amounts over days, as plain SVG without a chart library. A table in a disclosure shows the exact values, and is the
 * accessible version.
 */
import type { ReactNode } from 'react';
import styles from './bar-chart.module.css';

export interface Bar {
  /** The label below the bar and of its table row. */
  label: string;
  value: number;
  /** The formatted value. */
  shown: ReactNode;
}

interface BarChartProps {
  /** The title of the chart and its table. */
  title: string;
  /** Column headers of the table. */
  heads: readonly [string, string];
  bars: readonly Bar[];
}

const height = 100;
const step = 12;
const width = 9;

export function BarChart({ title, heads, bars }: BarChartProps) {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const total = Math.max(bars.length, 1) * step;
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.title}>{title}</figcaption>
      <svg className={styles.picture} viewBox={`0 0 ${String(total)} ${String(height)}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ label, value }, index) => {
          const tall = most === 0 ? 0 : (Math.max(value, 0) / most) * height;
          return <rect key={label} className={styles.bar} x={index * step} y={height - tall} width={width} height={tall} rx={1} />;
        })}
      </svg>
      <div className={styles.ends} aria-hidden="true">
        <span>{bars.at(0)?.label}</span>
        <span>{bars.length > 1 ? bars.at(-1)?.label : null}</span>
      </div>
      <details className={styles.twin}>
        <summary>Show as a table</summary>
        <div className={styles.frame} tabIndex={0} role="region" aria-label={title}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{heads[0]}</th>
                <th scope="col">{heads[1]}</th>
              </tr>
            </thead>
            <tbody>
              {bars.map(({ label, shown }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{shown}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
