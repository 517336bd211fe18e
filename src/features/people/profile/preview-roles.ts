/** The kinds of viewer that a performer can preview their page as, at `?as=`. */
export const previewRoles = ['guest', 'follower', 'subscriber'] as const;
export type PreviewRole = (typeof previewRoles)[number];

export const previewRoleOf = (value: unknown): PreviewRole | null => previewRoles.find((viewer) => viewer === value) ?? null;
