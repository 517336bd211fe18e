/**
 * What people should know on whatever page they are: at most two notices stand open, the others are folded below them. The
 * sandbox pill always stands there and takes no other's place.
 */
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { useCurrentUser, useSettings } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import { useOnline } from '@web/device/use-online';
import { Notice } from '@web/ui/feedback/notice';
import type { PapersState } from './account-notices';
import styles from './notice-stack.module.css';

// For those who are signed in, and rendered by the server too: what came later would push the page down.
const MaintenanceBar = dynamic(() => import('./account-notices').then((loaded) => loaded.MaintenanceBar));
const OwnBar = dynamic(() => import('./account-notices').then((loaded) => loaded.OwnBar));
const VerifyEmail = dynamic(() => import('./account-notices').then((loaded) => loaded.VerifyEmail));
const Papers = dynamic(() => import('./account-notices').then((loaded) => loaded.Papers));

/** For those who bring them ahead. */
export const ownNotices = [MaintenanceBar, OwnBar, VerifyEmail, Papers];

const openMax = 2;

interface NoticeStackProps {
  /** Without what concerns the account alone: on a page that somebody passes while she signs in, it would push the form down. */
  siteOnly?: boolean;
}

export function NoticeStack({ siteOnly = false }: NoticeStackProps) {
  const current = useCurrentUser();
  const viewer = siteOnly ? null : current;
  const { maintenanceMode, isSandbox } = useSettings();
  const isOffline = !useOnline();
  const notices: { key: string; shown: ReactNode }[] = [];
  if (maintenanceMode && viewer?.role === 'operator') notices.push({ key: 'maintenance', shown: <MaintenanceBar /> });
  if (isOffline && viewer === null)
    notices.push({
      key: 'offline',
      shown: (
        <Notice tone="warn" band>
          You are offline. What you write is kept.
        </Notice>
      ),
    });
  if (viewer?.email && !viewer.isEmailVerified) notices.push({ key: 'verify', shown: <VerifyEmail email={viewer.email} /> });
  const papers = viewer && papersOf(viewer);
  if (papers) notices.push({ key: 'papers', shown: <Papers state={papers} /> });
  const own = viewer && <OwnBar viewer={viewer} />;
  if (notices.length === 0 && !isSandbox) return own;
  const folded = notices.slice(openMax);
  return (
    <>
      {own}
      <aside className={styles.stack} aria-label="Notices">
        {isSandbox && (
          <div>
            <Sandbox />
          </div>
        )}
        {notices.slice(0, openMax).map(({ key, shown }) => (
          <div key={key}>{shown}</div>
        ))}
        {folded.length > 0 ? (
          <details className={styles.more}>
            <summary>{folded.length === 1 ? '1 more notice' : `${String(folded.length)} more notices`}</summary>
            {folded.map(({ key, shown }) => (
              <div key={key}>{shown}</div>
            ))}
          </details>
        ) : null}
      </aside>
    </>
  );
}

function Sandbox() {
  return (
    <Notice tone="hint" title="Sandbox: no real money moves" foldable band>
      No payment gateway is set up, so payments are only played through.
    </Notice>
  );
}

function papersOf(viewer: CurrentUser): PapersState | null {
  if (!viewer.isPerformer || viewer.helper) return null;
  return viewer.verification === 'pending' || viewer.verification === 'rejected' ? viewer.verification : null;
}
