/** Paths of the site that several modules use. */

/** A performer's profile page: by username where there is one, else by id. */
export function profilePath(person: { id: string; username?: string | null | undefined }): string {
  return `/${encodeURIComponent(person.username || person.id)}`;
}

/** The page on which viewers watch a performer's active show. */
export const showPath = ({ _id, username }: { _id: string; username: string | null }): string =>
  `/live/${encodeURIComponent(username ?? _id)}`;

const itemPages = { feed: 'post', video: 'video', gallery: 'gallery', product: 'product' } as const;

/** The page of a published item: by its slug where it has one. */
export function itemPath(item: { kind: keyof typeof itemPages; _id: string; slug: string }): string {
  return `/${itemPages[item.kind]}/${encodeURIComponent(item.slug || item._id)}`;
}

const base = 'http://this.site';

/**
 * A path of this site to redirect to, or the fallback.
 * Rejects other sites in any notation (`//other`, `/\other`, `javascript:`), and the sign-in pages, which would cause a redirect loop.
 */
export function safeNext(next: string | readonly string[] | null | undefined, fallback = '/'): string {
  if (typeof next !== 'string' || !next.startsWith('/') || next.length > 2000) return fallback;
  if (!URL.canParse(next, base)) return fallback;
  const url = new URL(next, base);
  if (url.origin !== base || url.pathname.startsWith('//')) return fallback;
  if (url.pathname === '/auth' || url.pathname.startsWith('/auth/')) return fallback;
  return url.pathname + url.search + url.hash;
}

/** The sign-in page, which redirects to `next` afterwards. */
export function loginPath(next?: string): string {
  const safe = safeNext(next, '');
  return safe === '' || safe === '/' ? '/auth/login' : `/auth/login?next=${encodeURIComponent(safe)}`;
}

/** Opens the conversation with a person, which is created if it does not exist. */
export function conversationPath({ _id, isPerformer }: { _id: string; isPerformer: boolean }): string {
  return `/messages?source=${isPerformer ? 'performer' : 'user'}&sourceId=${encodeURIComponent(_id)}`;
}

/** The path with changed query parameters and without a fragment; null removes a parameter. */
export function withParameters(path: string, changes: Readonly<Record<string, string | null>>): string {
  const [pathname = '', ...search] = path.split('#', 1)[0]?.split('?') ?? [];
  const query = new URLSearchParams(search.join('?'));
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) query.delete(key);
    else query.set(key, value);
  }
  const text = query.toString();
  return text === '' ? pathname : `${pathname}?${text}`;
}
