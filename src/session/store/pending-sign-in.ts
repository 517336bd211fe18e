/**
 * A sign-in that waits for two-factor verification, stored for this tab so that the screen survives a reload. Also the trusted-device
 * token, which only skips the second factor at later sign-ins.
 */
import type { TwoFactorMethod } from '@contract/kernel/values/people';
import { removeStored, writeStored, readStored } from '@web/device/storage';

export const twoFactorScreenPath = '/auth/two-factor';
const pendingKey = 'sign-in-step';
const deviceKey = 'trusted-device';

/** The server's response, and the options of the sign-in. */
export interface PendingTwoFactorSignIn {
  ticket: string;
  methods: TwoFactorMethod[];
  expiresAt: string;
  remember: boolean;
  next?: string | undefined;
}

export const storePendingSignIn = (signIn: PendingTwoFactorSignIn): void =>
  writeStored(pendingKey, JSON.stringify(signIn), 'sessionStorage');

export const removePendingSignIn = (): void => removeStored(pendingKey, 'sessionStorage');

/** The pending sign-in of this tab, or null. */
export function readPendingSignIn(): PendingTwoFactorSignIn | null {
  try {
    return JSON.parse(readStored(pendingKey, 'sessionStorage') ?? 'null') as PendingTwoFactorSignIn | null;
  } catch {
    return null;
  }
}

/** The trusted-device token of this browser; undefined if it was never trusted. */
export const deviceToken = (): string | undefined => readStored(deviceKey) ?? undefined;

export const storeTrustedDevice = (token: string): void => writeStored(deviceKey, token);
