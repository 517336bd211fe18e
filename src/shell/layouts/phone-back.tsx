/** The back button in the top bar on phones, for signed-in users. An installed PWA has no browser buttons. */
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import type { MouseEvent } from 'react';
import type { CurrentUser } from '@web/services/current-user';
import { profilePath } from '@web/lib/paths';
import { Link } from '@web/ui/core/link';
import { BackIcon } from '@web/ui/icons/icons';
import styles from './layouts.module.css';

/** Routes that the bottom bar links to. */
const roots: readonly string[] = ['/home', '/explore', '/live', '/search', '/messages', '/admin'];

/** Whether a page of the site has been left in this tab since it was loaded. */
let hasLeftPage = false;

/** Whether the previous entry of the tab's history is a page of this site. Older browsers have no `navigation` API, so it is estimated. */
const canGoBack = (): boolean => ('navigation' in window ? window.navigation.canGoBack : hasLeftPage);

/**
 * Goes to the previous page of the site, or to the home page if there is none. Renders nothing on the routes of the bottom bar; the
 * layout's stylesheet hides it on pages with a back link of their own (`data-page-back`).
 */
export function PhoneBack({ user }: { user: CurrentUser }) {
  const router = useRouter();
  const { events } = router;
  useEffect(() => {
    const markLeft = () => {
      hasLeftPage = true;
    };
    events.on('routeChangeStart', markLeft);
    return () => events.off('routeChangeStart', markLeft);
  }, [events]);

  const ownPath = profilePath({ id: user._id, username: user.username });
  if (roots.includes(router.pathname) || router.asPath.split(/[?#]/)[0] === ownPath) return null;
  const goBack = (event: MouseEvent) => {
    if (!canGoBack()) return;
    event.preventDefault();
    router.back();
  };
  return (
    <Link className={styles.phoneBack} href="/home" aria-label="Back" title="Back" onClick={goBack}>
      <BackIcon />
    </Link>
  );
}
