/**
 * The offline page, which the service worker serves at any URL when the server cannot be reached. It is rendered without an account. In
 * the browser it loads the session's cached account, restarts the shell with it, and opens the page of the URL if that can be read.
 */
import { cookies } from '@contract/kernel/conventions';
import Cookies from 'js-cookie';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { countWords } from '@web/lib/i18n/counts';
import { offlineCache } from '@web/services/api';
import { useCurrentUser, useSettings } from '@web/session/store/hooks';
import { responseCacheFor } from '@web/device/offline-responses';
import { serverUnreachable } from '@web/device/connection-state';
import { openCache, readCachedState } from '@web/device/cache-storage';
import { ownProfilePath } from '@web/session/profile-path';
import { readToken } from '@web/services/token';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Skeleton } from '@web/ui/feedback/states';
import { textSizeOf } from '../preferences/cookies';
import { useSiteInfo } from '../page/site-info';
import { usePreferences } from '../preferences/preferences';
import type { RootState } from '../store/store';
import styles from '../errors/error-screen.module.css';

/** Pages that can be read offline. The root path opens the home feed, as it does online. */
const readable = /^\/(?:home|messages(?:\/[\w-]{36})?)(?=[?#]|$)/;
function readablePath(path: string, ownPath: string | null): string | null {
  if (path === '/') return '/home';
  return readable.test(path) || path.split(/[?#]/, 1)[0] === ownPath ? path : null;
}

export function OfflineScreen() {
  const viewer = useCurrentUser();
  return viewer === null ? <LoadingCache /> : <CachedPages ownPath={ownProfilePath(viewer)} />;
}

/** Loads the cached account. */
function LoadingCache() {
  const [isEmpty, setEmpty] = useState(false);
  const siteInfo = useSiteInfo();
  const { theme } = usePreferences();
  const settings = useSettings();
  useEffect(() => {
    const restore = async (): Promise<void> => {
      const cached = await readCachedState(new Date());
      if (cached === null) {
        setEmpty(true);
        return;
      }
      const textSize = textSizeOf(Cookies.get(cookies.textSize));
      document.documentElement.style.setProperty('--text-size', `${String(textSize)}%`);
      serverUnreachable(cached.lastResponseAt);
      // Set before any screen sends requests: the saga that normally sets it starts later.
      offlineCache.current = responseCacheFor(openCache(cached.user._id, readToken() ?? ''), cached.user);
      siteInfo.reopen?.({ ...siteInfo, theme, textSize, user: cached.user, settings: cached.settings, fallback: {}, pageError: null });
    };
    restore().catch(() => setEmpty(true));
  }, [siteInfo, theme]);
  return (
    <section className={styles.pageError}>
      <PageHead title="You’re offline" noindex />
      {isEmpty ? (
        <>
          <p>We can’t reach {settings.siteName}, and no content is saved on this device. Check your connection and try again.</p>
          <RetryButton />
        </>
      ) : (
        <Skeleton shape="row" count={3} label="Looking for saved content…" />
      )}
    </section>
  );
}

/** Opens the cached page, or lists the pages that can be read. Performers have a profile page. */
function CachedPages({ ownPath }: { ownPath: string | null }) {
  const router = useRouter();
  const [isMissing, setMissing] = useState(false);
  const path = isMissing ? null : readablePath(router.asPath, ownPath);
  const waiting = useSelector((state: RootState) => state.queue)?.length ?? 0;
  useEffect(() => {
    if (path === null) return;
    // When code is missing, the router would reload this page in a loop. An error thrown here stops it.
    const preventReload = (error: Error): never => {
      throw error;
    };
    router.events.on('routeChangeError', preventReload);
    router.replace(path).catch(() => setMissing(true));
    return () => router.events.off('routeChangeError', preventReload);
  }, [path, router]);
  useEffect(() => {
    if (path !== null) return;
    const reload = (): void => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [path]);
  if (path !== null) return <Skeleton shape="row" count={3} label="Opening saved content…" />;
  return (
    <section className={styles.pageError}>
      <PageHead title="You’re offline" noindex />
      <p>This page isn’t available offline. It opens automatically once you’re back online.</p>
      {waiting === 0 ? null : <Notice>{`${countWords(waiting, 'message')} will be sent when you’re back online.`}</Notice>}
      <p>Available offline on this device:</p>
      <div className={styles.actions}>
        <Button href="/home">Home</Button>
        <Button href="/messages">Messages</Button>
        {ownPath === null ? null : <Button href={ownPath}>Your profile</Button>}
      </div>
      <RetryButton />
    </section>
  );
}

function RetryButton() {
  return (
    <div className={styles.actions}>
      <Button kind="primary" onPress={() => window.location.reload()}>
        Try again
      </Button>
    </div>
  );
}
