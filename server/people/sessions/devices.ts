/** Names and fingerprints of devices, from user agents. They tell a known device from a new one, and prove no identity. */
import type { Client } from '../../platform/http/client';
import { digestOf } from '../../platform/http/actor';

type DevicePattern = readonly [pattern: RegExp, name: string];

/** In order: most user agents also name other browsers, so the first match counts. */
const browsers: DevicePattern[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: DevicePattern[] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (patterns: DevicePattern[], userAgent: string): string | null =>
  patterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null;

/** A short name such as "Firefox on Linux". */
export function deviceName(userAgent: string): string {
  const [browser, system] = [nameIn(browsers, userAgent), nameIn(systems, userAgent)];
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** Equal for sign-ins from the same kind of device in the same country. */
export function fingerprintOf({ userAgent, country }: Client): string {
  return digestOf(`${deviceName(userAgent)}\n${country ?? ''}`);
}
