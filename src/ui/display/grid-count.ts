import type { CSSProperties } from 'react';

/** The style of a grid with `count` items: sets `--parts`, so that the grid reserves their columns before they have loaded. */
export const columnCountStyle = (count: number): CSSProperties => ({ '--parts': Math.max(count, 1) }) as CSSProperties;
