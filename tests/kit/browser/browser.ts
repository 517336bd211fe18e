/** The Chromium of the journeys. */
import { chromium } from 'playwright-core';
import type { Browser, BrowserServer } from 'playwright-core';

/**
 * What Chromium leaves out: first what playwright leaves out where it runs on Linux, whose list ours replaces (`chromiumSwitches`
 * there), then the pages behind the address bar. No test types there, and Chromium would start two processes for them in each context.
 */
const withoutFeatures = [
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

const quiet = [
  `--disable-features=${withoutFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A camera that shows a clock and a microphone that beeps; pages are let at them by their context.
  '--use-fake-device-for-media-stream',
];

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** A browser of the caller's own, with a camera and a microphone. */
export const openBrowser = (): Promise<Browser> => chromium.launch({ executablePath, args: quiet });

/** A browser that several processes connect to by its address; it may be one without cameras. */
export const openBrowserServer = (): Promise<BrowserServer> =>
  chromium.launchServer({ executablePath: process.env['QUIET_CHROMIUM_PATH'] ?? executablePath, args: quiet });

/** A connection to such a browser; closing it closes the contexts that were opened through it. */
export const connectBrowser = (address: string): Promise<Browser> => chromium.connect(address);
