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
  formattedValue: ReactNode;
}

interface BarChartProps {
  /** The title of the chart and its table. */
  title: string;
  /** Column headers of the table. */
  heads: readonly [string, string];
  bars: readonly Bar[];
}

const height = 100;
const barDistance = 12;
const barWidth = 9;

export function BarChart({ title, heads, bars }: BarChartProps) {
  const maxValue = Math.max(...bars.map(({ value }) => value), 0);
  const totalWidth = Math.max(bars.length, 1) * barDistance;
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.title}>{title}</figcaption>
      <svg className={styles.picture} viewBox={`0 0 ${String(totalWidth)} ${String(height)}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map(({ label, value }, index) => {
          const barHeight = maxValue === 0 ? 0 : (Math.max(value, 0) / maxValue) * height;
          return (
            <rect
              key={label}
              className={styles.bar}
              x={index * barDistance}
              y={height - barHeight}
              width={barWidth}
              height={barHeight}
              rx={1}
            />
          );
        })}
      </svg>
      <div className={styles.ends} aria-hidden="true">
        <span>{bars.at(0)?.label}</span>
        <span>{bars.length > 1 ? bars.at(-1)?.label : null}</span>
      </div>
      <details className={styles.disclosure}>
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
              {bars.map(({ label, formattedValue }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td>{formattedValue}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
