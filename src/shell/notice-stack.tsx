/**
 * What people should know on whatever page they are: at most two notices stand open, the others are folded below them. The
 * sandbox pill always stands there and takes no other's place.
 */
import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { adminService } from '@web/services/admin.service';
import { authService } from '@web/services/auth.service';
import { siteService } from '@web/services/site.service';
import { errorMessage } from '@web/lib/error-message';
import { useCurrentUser, useIntents, useSettings } from '@web/session/hooks';
import type { CurrentUser } from '@web/session/intents';
import { settingsUpdated } from '@web/session/settings.slice';
import { showToast } from '@web/session/toasts';
import { Button } from '@web/ui/button';
import { Notice } from '@web/ui/notice';
import styles from './notice-stack.module.css';

const openMax = 2;

export function NoticeStack() {
  const viewer = useCurrentUser();
  const { maintenanceMode, isSandbox } = useSettings();
  const isOffline = useOffline();
  const notices: { key: string; shown: ReactNode }[] = [];
  if (maintenanceMode && viewer?.role === 'operator') notices.push({ key: 'maintenance', shown: <MaintenanceBar /> });
  if (isOffline)
    notices.push({
      key: 'offline',
      shown: (
        <Notice tone="warn" band>
          You are offline. What you write is kept.
        </Notice>
      ),
    });
  if (viewer?.email && !viewer.isEmailVerified) notices.push({ key: 'verify', shown: <VerifyEmail email={viewer.email} /> });
  if (viewer && papersOf(viewer)) notices.push({ key: 'papers', shown: <Papers state={papersOf(viewer)} /> });
  if (notices.length === 0 && !isSandbox) return null;
  const folded = notices.slice(openMax);
  return (
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
  );
}

function Sandbox() {
  return (
    <Notice tone="hint" title="Sandbox: no real money moves" foldable band>
      No payment gateway is set up, so payments are only played through.
    </Notice>
  );
}

/** Operators see the site while it is closed to others, and must not forget that it is. */
function MaintenanceBar() {
  const ask = useIntents();
  const [isBusy, setBusy] = useState(false);
  const switchOff = async () => {
    setBusy(true);
    try {
      await adminService.changeSetting('maintenanceMode', false);
      ask(settingsUpdated(await siteService.settings()));
    } catch (error) {
      showToast({ tone: 'danger', text: errorMessage(error) });
    }
    setBusy(false);
  };
  return (
    <div className={styles.maintenance}>
      <strong>Maintenance is on</strong>
      <Button size="small" busy={isBusy} onPress={() => void switchOff()}>
        Switch off
      </Button>
    </div>
  );
}

function VerifyEmail({ email }: { email: string }) {
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open');
  const send = async () => {
    setState('busy');
    try {
      await authService.sendVerification();
      setState('sent');
    } catch (error) {
      setState('open');
      showToast({ tone: 'danger', text: errorMessage(error) });
    }
  };
  const again = (
    <Button size="small" busy={state === 'busy'} onPress={() => void send()}>
      Send again
    </Button>
  );
  return (
    <Notice tone="hint" band action={state === 'sent' ? null : again}>
      {state === 'sent' ? `We sent a new link to ${email}.` : `Please confirm your e-mail address: we sent a link to ${email}.`}
    </Notice>
  );
}

function papersOf(viewer: CurrentUser): 'pending' | 'rejected' | null {
  if (!viewer.isPerformer) return null;
  return viewer.verification === 'pending' || viewer.verification === 'rejected' ? viewer.verification : null;
}

function Papers({ state }: { state: ReturnType<typeof papersOf> }) {
  const action = (
    <Button size="small" href="/creator/account?section=documents">
      See documents
    </Button>
  );
  return state === 'rejected' ? (
    <Notice tone="warn" band action={action}>
      Your documents were not accepted. See what is missing and send them again.
    </Notice>
  ) : (
    <Notice tone="hint" band action={action}>
      Your documents are in review. People find your page once they are approved.
    </Notice>
  );
}

function watchConnection(watcher: () => void): () => void {
  window.addEventListener('online', watcher);
  window.addEventListener('offline', watcher);
  return () => {
    window.removeEventListener('online', watcher);
    window.removeEventListener('offline', watcher);
  };
}

function useOffline(): boolean {
  return useSyncExternalStore(
    watchConnection,
    () => !navigator.onLine,
    () => false,
  );
}
