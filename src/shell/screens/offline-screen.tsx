/**
 * What opens at any address where nothing answers. Served for nobody; in the browser it looks for what was kept of whom the session
 * belongs to, begins anew as hers, and goes on to the page of the address where that one can be read.
 */
import { cookies } from '@contract/kernel/conventions';
import Cookies from 'js-cookie';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { countWords } from '@web/lib/i18n/counts';
import { keeping } from '@web/services/api';
import { useCurrentUser, useSettings } from '@web/session/store/hooks';
import { keeperOf } from '@web/device/offline-responses';
import { lineCut } from '@web/session/kept-line';
import { openKept, readKept } from '@web/session/kept-store';
import { ownPathOf } from '@web/session/profile-path';
import { readToken } from '@web/services/token';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { PageHead } from '@web/ui/page/page-head';
import { Skeleton } from '@web/ui/feedback/states';
import { textSizeOf } from '../chosen';
import { useSiteFacts } from '../facts';
import { usePreferences } from '../preferences/preferences';
import type { RootState } from '../store/store';
import styles from '../errors/error-screen.module.css';

/** Where what is kept can be read; the entrance stands for the feed, as it does with a connection. */
const readable = /^\/(?:home|messages(?:\/[\w-]{36})?)(?=[?#]|$)/;
function placeOf(path: string, ownPage: string | null): string | null {
  if (path === '/') return '/home';
  return readable.test(path) || path.split(/[?#]/, 1)[0] === ownPage ? path : null;
}

export function OfflineScreen() {
  const viewer = useCurrentUser();
  return viewer === null ? <Looking /> : <Kept ownPage={ownPathOf(viewer)} />;
}

/** Nothing is known yet of who looks. */
function Looking() {
  const [isNothing, setNothing] = useState(false);
  const facts = useSiteFacts();
  const { theme } = usePreferences();
  const settings = useSettings();
  useEffect(() => {
    const look = async (): Promise<void> => {
      const kept = await readKept(new Date());
      if (kept === null) {
        setNothing(true);
        return;
      }
      const textSize = textSizeOf(Cookies.get(cookies.textSize));
      document.documentElement.style.setProperty('--text-size', `${String(textSize)}%`);
      lineCut(kept.heardAt);
      // Before any screen asks: what follows a session comes later.
      keeping.by = keeperOf(openKept(kept.user._id, readToken() ?? ''), kept.user);
      facts.reopen?.({ ...facts, theme, textSize, user: kept.user, settings: kept.settings, fallback: {}, fault: null });
    };
    look().catch(() => setNothing(true));
  }, [facts, theme]);
  return (
    <section className={styles.fault}>
      <PageHead title="You are offline" noindex />
      {isNothing ? (
        <>
          <p>{settings.siteName} cannot be reached, and nothing is kept here to read meanwhile. Check your connection and try again.</p>
          <Ways />
        </>
      ) : (
        <Skeleton shape="row" count={3} label="Looking for what was kept here…" />
      )}
    </section>
  );
}

/** What is kept of whoever looks: the page itself, or where there is something to read. Performers have a page of their own. */
function Kept({ ownPage }: { ownPage: string | null }) {
  const router = useRouter();
  const [isMissing, setMissing] = useState(false);
  const place = isMissing ? null : placeOf(router.asPath, ownPage);
  const waiting = useSelector((state: RootState) => state.waiting)?.length ?? 0;
  useEffect(() => {
    if (place === null) return;
    // Where code is missing the router would begin this page anew, again and again: it stops at what is thrown here.
    const stay = (error: Error): never => {
      throw error;
    };
    router.events.on('routeChangeError', stay);
    router.replace(place).catch(() => setMissing(true));
    return () => router.events.off('routeChangeError', stay);
  }, [place, router]);
  useEffect(() => {
    if (place !== null) return;
    const comeBack = (): void => window.location.reload();
    window.addEventListener('online', comeBack);
    return () => window.removeEventListener('online', comeBack);
  }, [place]);
  if (place !== null) return <Skeleton shape="row" count={3} label="Opening what was kept here…" />;
  return (
    <section className={styles.fault}>
      <PageHead title="You are offline" noindex />
      <p>This page cannot be read without a connection. It opens by itself when there is one again.</p>
      {waiting === 0 ? null : <Notice>{`${countWords(waiting, 'message')} will be sent then.`}</Notice>}
      <p>What was kept on this device can be read:</p>
      <div className={styles.ways}>
        <Button href="/home">Home</Button>
        <Button href="/messages">Messages</Button>
        {ownPage === null ? null : <Button href={ownPage}>Your page</Button>}
      </div>
      <Ways />
    </section>
  );
}

function Ways() {
  return (
    <div className={styles.ways}>
      <Button kind="primary" onPress={() => window.location.reload()}>
        Try again
      </Button>
    </div>
  );
}
