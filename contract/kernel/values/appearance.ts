/** Values of appearance. Separate, because every page loads them. */

export const layouts = ['geoBlock', 'maintenance', 'primary', 'public', 'blank', 'home'] as const;
export type LayoutName = (typeof layouts)[number];
export const themes = ['light', 'dark'] as const;
export type ThemeName = (typeof themes)[number];
/** Percentages of the browser's font size. */
export const textSizes = [87.5, 100, 112.5, 125, 150, 200] as const;
