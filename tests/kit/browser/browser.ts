/** The Chromium of the journeys. */
import { chromium } from 'playwright-core';
import type { Browser, BrowserServer } from 'playwright-core';

/**
 * Chromium's disabled features. The first part repeats the list that playwright passes on Linux (its `chromiumSwitches`), because
 * ours replaces it. The WebUI popups of the address bar follow: no test types there, and Chromium would start two processes for
 * them in each context.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

const chromiumArgs = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A fake camera that shows a clock and a fake microphone that beeps; each context grants pages the permission.
  '--use-fake-device-for-media-stream',
];

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** A browser for the caller alone, with a camera and a microphone. */
export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath, args: chromiumArgs });

/** A browser that several processes connect to by its address; it may be a build without cameras. */
export const openBrowserServer = (): Promise<BrowserServer> =>
  chromium.launchServer({ executablePath: process.env['QUIET_CHROMIUM_PATH'] ?? executablePath, args: chromiumArgs });

/** A connection to a browser server; closing it closes the contexts that were opened through it. */
export const connectBrowser = (address: string): Promise<Browser> => chromium.connect(address);
