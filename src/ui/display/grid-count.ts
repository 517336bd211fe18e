import type { CSSProperties } from 'react';

/** The number of items of a grid for its `--parts` variable, so that it reserves space before they have loaded. */
export const columnCountStyle = (count: number): CSSProperties => ({ '--parts': Math.max(count, 1) }) as CSSProperties;
