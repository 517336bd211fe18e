/** What a site is set up with, and how it looks. */

export const postTypes = ['post', 'page'] as const;

/** What becomes of a text that has the word in it: it is refused, or stands as it was written and is reported. */
export const wordActions = ['refuse', 'report'] as const;

/** A word of the list: standing alone, or anywhere within others. */
export const wordMatches = ['word', 'part'] as const;

export const postStatuses = ['draft', 'published'] as const;

export const menuSections = ['main', 'header', 'footer'] as const;

export const streamingEngines = ['embedded', 'livekit', 'agora'] as const;

export const layouts = ['geoBlock', 'maintenance', 'primary', 'public', 'blank', 'home'] as const;
export type LayoutName = (typeof layouts)[number];

export const themes = ['light', 'dark'] as const;
export type ThemeName = (typeof themes)[number];

/** Percent of the browser's own font size that a reader may choose. */
export const textSizes = [87.5, 100, 112.5, 125, 150, 200] as const;

export const sortDirections = ['asc', 'desc'] as const;
