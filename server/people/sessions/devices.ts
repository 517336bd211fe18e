/** What people recognise a device by, from what its browser calls itself. A hint for their eyes, never a proof. */
import type { Client } from '../../platform/http/client';
import { digestOf } from '../../platform/http/actor';

type Mark = readonly [pattern: RegExp, name: string];

/** The first that matches counts: most browsers also claim to be others. */
const browsers: Mark[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: Mark[] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (marks: Mark[], userAgent: string): string | null => marks.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;

/** A short name such as "Firefox on Linux". */
export function deviceName(userAgent: string): string {
  const [browser, system] = [nameIn(browsers, userAgent), nameIn(systems, userAgent)];
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** The same for sign-ins from the same kind of device in the same country. */
export function fingerprintOf({ userAgent, country }: Client): string {
  return digestOf(`${deviceName(userAgent)}\n${country ?? ''}`);
}
