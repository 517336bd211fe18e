/** The layout of error pages. In its own module, since the error page is loaded on demand. */
import type { CurrentUser } from '@web/services/current-user';

export function errorLayout(viewer: CurrentUser | null): 'public' | 'primary' {
  return viewer === null ? 'public' : 'primary';
}
