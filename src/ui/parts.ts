import type { CSSProperties } from 'react';

/** How many parts a grid will hold, for its `--parts`: so it makes room for all of them before they are there. */
export const partsOf = (count: number): CSSProperties => ({ '--parts': Math.max(count, 1) }) as CSSProperties;
