/** The switch of pushes to this device, for the screens that show it. */
import { useEffect, useState } from 'react';
import { useAccountId, useSettings } from './store/hooks';
import type * as pushDoor from '@web/device/push';
import type { PushState } from '@web/device/push';
import { showToast } from '@web/ui/feedback/toast-queue';

const failed = 'Push could not be changed on this device. Please try again later.';

interface Push {
  /** Null until the browser was asked. */
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
    // Whoever comes back may have been in the browser's own settings.
    const look = async () => {
      if (document.visibilityState === 'hidden') return;
      const { readPush } = await import('@web/device/push');
      const read = await readPush(accountId).catch(() => 'unsupported' as const);
      if (!isOver) setState(read);
    };
    const lookNow = () => void look();
    lookNow();
    document.addEventListener('visibilitychange', lookNow);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', lookNow);
    };
  }, [accountId]);

  const change = async (make: (push: typeof pushDoor, accountId: string) => Promise<PushState>) => {
    if (accountId === null || isBusy) return;
    setBusy(true);
    try {
      const made = await make(await import('@web/device/push'), accountId);
      setState(made);
      if (made === 'on') showToast({ tone: 'ok', text: 'Push is on for this device' });
    } catch {
      showToast({ tone: 'danger', text: failed });
    }
    setBusy(false);
  };
  return {
    state,
    isBusy,
    turnOn: () => void change((push, own) => push.turnOnPush(own, webPushPublicKey)),
    turnOff: () => void change((push, own) => push.turnOffPush(own)),
  };
}
