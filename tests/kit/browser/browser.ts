/** The Chromium of the journeys. */
import { randomUUID } from 'node:crypto';
import { chromium } from 'playwright-core';
import type { Browser, BrowserServer } from 'playwright-core';
import { eventually } from '../timing/eventually';

const local = '127.0.0.1';

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

export interface SharedBrowser {
  /** The address to connect to; it stays the same when another browser is started. */
  address: string;
  close(): Promise<void>;
}

/** A browser that several processes connect to; it may be a build without cameras. When it ends by itself, another one is started. */
export async function openSharedBrowser(port: number): Promise<SharedBrowser> {
  const wsPath = `/${randomUUID()}`;
  let isClosing = false;
  let current = launch();
  function launch(): Promise<BrowserServer> {
    const path = process.env['QUIET_CHROMIUM_PATH'] ?? executablePath;
    const launched = chromium.launchServer({ executablePath: path, args: chromiumArgs, host: local, port, wsPath });
    void launched.then((server) =>
      server.on('close', () => {
        if (isClosing) return;
        process.stderr.write('The browser of the journeys ended by itself: another one is started.\n');
        current = launch();
      }),
    );
    return launched;
  }
  await current;
  return {
    address: `ws://${local}:${String(port)}${wsPath}`,
    close: async () => {
      isClosing = true;
      await (await current).close();
    },
  };
}

/** A connection to a shared browser; closing it closes the contexts that were opened through it. */
export const connectBrowser = (address: string): Promise<Browser> => eventually(() => chromium.connect(address));
