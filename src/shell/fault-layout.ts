/** The layout around an error page. Apart from the page itself, which comes where there is a fault. */
import type { CurrentUser } from '@web/session/intents';

export function faultLayout(viewer: CurrentUser | null): 'public' | 'primary' {
  return viewer === null ? 'public' : 'primary';
}
