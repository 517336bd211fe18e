/**
 * A sign-in on its way to its second step: kept for this tab alone, so that the screen can be reloaded. And what says, from one
 * sign-in to the next, that this browser was trusted: good for no more than that.
 */
import type { SecondStep } from '@contract/values';
import { forgetStored, keepStored, readStored } from './storage';

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

export const keepStep = (step: WaitingStep): void => keepStored(stepKey, JSON.stringify(step), 'sessionStorage');

export const forgetStep = (): void => forgetStored(stepKey, 'sessionStorage');

/** The sign-in that waits in this tab, or null when there is none. */
export function waitingStep(): WaitingStep | null {
  try {
    return JSON.parse(readStored(stepKey, 'sessionStorage') ?? 'null') as WaitingStep | null;
  } catch {
    return null;
  }
}

/** What this browser shows of itself when somebody signs in; undefined where nobody trusted it. */
export const deviceToken = (): string | undefined => readStored(deviceKey) ?? undefined;

export const keepDevice = (token: string): void => keepStored(deviceKey, token);
