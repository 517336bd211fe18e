/** Web push on this device: its state and switch. */
import { useEffect, useState } from 'react';
import { useAccountId, useSettings } from './store/hooks';
import type * as pushModule from '@web/device/push';
import type { PushState } from '@web/device/push';
import { showToast } from '@web/ui/feedback/toast-queue';

const failed = 'Couldn’t change push notifications on this device. Try again later.';

interface Push {
  /** Null until the browser has answered. */
  state: PushState | null;
  isBusy: boolean;
  turnOn: () => void;
  turnOff: () => void;
}

export function usePush(): Push {
  const accountId = useAccountId();
  const { webPushPublicKey } = useSettings();
  const [state, setState] = useState<PushState | null>(null);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    if (accountId === null) return;
    let isOver = false;
    // Permissions may have been changed in the browser's settings while the page was hidden.
    const refresh = async () => {
      if (document.visibilityState === 'hidden') return;
      const { readPush } = await import('@web/device/push');
      const read = await readPush(accountId).catch(() => 'unsupported' as const);
      if (!isOver) setState(read);
    };
    const refreshNow = () => void refresh();
    refreshNow();
    document.addEventListener('visibilitychange', refreshNow);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', refreshNow);
    };
  }, [accountId]);

  const change = async (apply: (push: typeof pushModule, accountId: string) => Promise<PushState>) => {
    if (accountId === null || isBusy) return;
    setBusy(true);
    try {
      const changed = await apply(await import('@web/device/push'), accountId);
      setState(changed);
      if (changed === 'on') showToast({ tone: 'ok', text: 'Push notifications are on for this device' });
    } catch {
      showToast({ tone: 'danger', text: failed });
    }
    setBusy(false);
  };
  return {
    state,
    isBusy,
    turnOn: () => void change((push, owner) => push.turnOnPush(owner, webPushPublicKey)),
    turnOff: () => void change((push, owner) => push.turnOffPush(owner)),
  };
}
