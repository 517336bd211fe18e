/** When a page has come to rest: scripts have taken over, all that they asked for has come, and nothing moves any more. */
import type { Page, Request } from 'playwright-core';

/** What a screen asks for right after its scripts took over is asked for within this; the browser's own measure would be five times as long. */
const quiet_ms = 100;
const patience_ms = 20_000;

/** What stays open as long as a screen does. */
const lasting = new Set(['media', 'eventsource', 'websocket']);

/** Where no websocket passes, the socket always has one request open. */
const isPoll = (request: Request): boolean => request.url().includes('/socket.io/');

export interface Stillness {
  /**
   * Resolves at rest; of a page's document only the first rest is waited for on its line, for a journey may hold a later answer.
   * Rejects with what is still asked for when nobody answers.
   */
  come(): Promise<void>;
}

/** Listens to a page from its beginning; of a browser without scripts nothing is waited for that they would do. */
export function stillnessOf(page: Page, hasScripts: boolean): Stillness {
  const underWay = new Set<Request>();
  let changedAt = 0;
  let hasRested = false;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      // Of what the last document asked for nobody hears again.
      underWay.clear();
      hasRested = false;
    }
    if (lasting.has(request.resourceType()) || isPoll(request)) return;
    underWay.add(request);
    changedAt = performance.now();
  });
  const ended = (request: Request): void => {
    if (underWay.delete(request)) changedAt = performance.now();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);

  const lineIsQuiet = async (): Promise<void> => {
    changedAt = performance.now();
    for (let left_ms = quiet_ms; left_ms > 0; left_ms = underWay.size > 0 ? quiet_ms : changedAt + quiet_ms - performance.now()) {
      if (performance.now() > changedAt + patience_ms)
        throw new Error(`${page.url()} waits for ${[...underWay].map((request) => request.url()).join(', ')}`);
      await page.waitForTimeout(left_ms);
    }
  };
  return {
    come: async () => {
      if (!hasRested) {
        await page.waitForLoadState();
        if (hasScripts) await page.waitForFunction(scriptsHaveTakenOver);
        await lineIsQuiet();
        hasRested = true;
      }
      await page.evaluate(movesAreOver);
    },
  };
}

/** Runs in the page. The framework measures how long it took to take over, once it has; other pages need none to. */
function scriptsHaveTakenOver(): boolean {
  return !document.getElementById('__NEXT_DATA__') || performance.getEntriesByName('Next.js-hydration').length > 0;
}

/** Runs in the page. */
async function movesAreOver(): Promise<void> {
  await document.fonts.ready;
  const running = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(running.map((animation) => animation.finished));
}
