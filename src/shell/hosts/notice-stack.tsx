/** Notices on every page. At most two are open; the others are folded below. */
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { useCurrentUser, useSettings } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
import { useOnline } from '@web/device/use-online';
import { Notice } from '@web/ui/feedback/notice';
import type { DocumentsNoticeState } from './account-notices';
import styles from './notice-stack.module.css';

// For signed-in people. Also rendered by the server, since loading them later would shift the layout.
const MaintenanceBar = dynamic(() => import('./account-notices').then((loaded) => loaded.MaintenanceBar));
const StatusBars = dynamic(() => import('./account-notices').then((loaded) => loaded.StatusBars));
const VerifyEmail = dynamic(() => import('./account-notices').then((loaded) => loaded.VerifyEmail));
const UndeliverableEmail = dynamic(() => import('./account-notices').then((loaded) => loaded.UndeliverableEmail));
const DocumentsNotice = dynamic(() => import('./account-notices').then((loaded) => loaded.DocumentsNotice));

/** For preloading by `preload-account-components.ts`. */
export const lazyAccountNotices = [MaintenanceBar, StatusBars, VerifyEmail, UndeliverableEmail, DocumentsNotice];

const openCountMax = 2;

interface NoticeStackProps {
  /** Hides account notices, which would push down the form on pages of a sign-in flow. */
  siteOnly?: boolean;
}

export function NoticeStack({ siteOnly = false }: NoticeStackProps) {
  const current = useCurrentUser();
  const viewer = siteOnly ? null : current;
  const { maintenanceMode } = useSettings();
  const isOffline = !useOnline();
  const notices: { key: string; notice: ReactNode }[] = [];
  if (maintenanceMode && viewer?.role === 'operator') notices.push({ key: 'maintenance', notice: <MaintenanceBar /> });
  if (isOffline && viewer === null)
    notices.push({
      key: 'offline',
      notice: (
        <Notice tone="warn" band>
          You’re offline. Anything you write is kept.
        </Notice>
      ),
    });
  const undeliverable = viewer?.undeliverableEmail ?? null;
  if (viewer && undeliverable !== null)
    notices.push({ key: 'undeliverable', notice: <UndeliverableEmail email={undeliverable} viewer={viewer} /> });
  else if (viewer?.email && !viewer.isEmailVerified) notices.push({ key: 'verify', notice: <VerifyEmail email={viewer.email} /> });
  const documentsState = viewer && documentsStateOf(viewer);
  if (documentsState) notices.push({ key: 'documents', notice: <DocumentsNotice state={documentsState} /> });
  const own = viewer && <StatusBars viewer={viewer} />;
  if (notices.length === 0) return own;
  const folded = notices.slice(openCountMax);
  return (
    <>
      {own}
      <aside className={styles.stack} aria-label="Notices">
        {notices.slice(0, openCountMax).map(({ key, notice }) => (
          <div key={key}>{notice}</div>
        ))}
        {folded.length > 0 ? (
          <details className={styles.more}>
            <summary>{folded.length === 1 ? '1 more notice' : `${String(folded.length)} more notices`}</summary>
            {folded.map(({ key, notice }) => (
              <div key={key}>{notice}</div>
            ))}
          </details>
        ) : null}
      </aside>
    </>
  );
}

function documentsStateOf(viewer: CurrentUser): DocumentsNoticeState | null {
  if (!viewer.isPerformer || viewer.helper) return null;
  return viewer.verification === 'pending' || viewer.verification === 'rejected' ? viewer.verification : null;
}
