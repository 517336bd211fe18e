/** As whom a performer can look at her own page, at `?as=`. */
export const viewers = ['guest', 'follower', 'subscriber'] as const;
export type Viewer = (typeof viewers)[number];

export const viewerIn = (value: unknown): Viewer | null => viewers.find((viewer) => viewer === value) ?? null;
