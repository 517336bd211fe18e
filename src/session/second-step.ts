/**
 * A sign-in on its way to its second step: kept for this tab alone, so that the screen can be reloaded. And what says, from one
 * sign-in to the next, that this browser was trusted: good for no more than that.
 */
import type { SecondStep } from '@contract/values';

export const stepPath = '/auth/two-factor';
const stepKey = 'sign-in-step';
const deviceKey = 'trusted-device';

/** What the host said, and what the sign-in was begun with. */
export interface WaitingStep {
  ticket: string;
  methods: SecondStep[];
  expiresAt: string;
  remember: boolean;
  next?: string | undefined;
}

/** Reads or writes a storage that may be full or forbidden: then the browser knows nothing. */
function trying<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export function keepStep(step: WaitingStep): void {
  trying(() => sessionStorage.setItem(stepKey, JSON.stringify(step)));
}

export function forgetStep(): void {
  trying(() => sessionStorage.removeItem(stepKey));
}

/** The sign-in that waits in this tab, or null when there is none. */
export function waitingStep(): WaitingStep | null {
  return trying(() => JSON.parse(sessionStorage.getItem(stepKey) ?? 'null') as WaitingStep | null) ?? null;
}

/** What this browser shows of itself when somebody signs in; undefined where nobody trusted it. */
export function deviceToken(): string | undefined {
  return trying(() => localStorage.getItem(deviceKey)) ?? undefined;
}

export function keepDevice(token: string): void {
  trying(() => localStorage.setItem(deviceKey, token));
}
