/** When a page is idle: it is hydrated, its requests are answered, and its animations have ended. */
import type { Page, Request } from 'playwright-core';
import { maxWait_ms } from '../timing/max-wait';

/** A screen sends its requests within this time after hydration; playwright's `networkidle` would wait five times as long. */
const quiet_ms = 100;

/** Connections that stay open for as long as the screen does. */
const longLivedTypes = new Set(['media', 'eventsource', 'websocket']);

/** Without WebSockets, the socket always has one long-polling request open. */
const isPoll = (request: Request): boolean => request.url().includes('/socket.io/');

export interface PageIdle {
  /**
   * Resolves when the page is idle. For each document, network idleness is awaited only once, because a journey may hold back a
   * later response. Rejects with the pending requests when the network stays busy.
   */
  wait(): Promise<void>;
}

/** Watches a page from its creation. Without scripts, it does not wait for hydration. */
export function pageIdleOf(page: Page, hasScripts: boolean): PageIdle {
  const pending = new Set<Request>();
  let changedAt_ms = 0;
  let hasBeenIdle = false;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      // Requests of the previous document never report an end.
      pending.clear();
      hasBeenIdle = false;
    }
    if (longLivedTypes.has(request.resourceType()) || isPoll(request)) return;
    pending.add(request);
    changedAt_ms = performance.now();
  });
  const onEnded = (request: Request): void => {
    if (pending.delete(request)) changedAt_ms = performance.now();
  };
  page.on('requestfinished', onEnded);
  page.on('requestfailed', onEnded);

  const networkIsIdle = async (): Promise<void> => {
    changedAt_ms = performance.now();
    for (let left_ms = quiet_ms; left_ms > 0; left_ms = pending.size > 0 ? quiet_ms : changedAt_ms + quiet_ms - performance.now()) {
      if (performance.now() > changedAt_ms + maxWait_ms)
        throw new Error(`${page.url()} waits for ${[...pending].map((request) => request.url()).join(', ')}`);
      await page.waitForTimeout(left_ms);
    }
  };
  return {
    wait: async () => {
      if (!hasBeenIdle) {
        await page.waitForLoadState();
        if (hasScripts) await page.waitForFunction(isHydrated);
        await networkIsIdle();
        hasBeenIdle = true;
      }
      await page.evaluate(waitForAnimations);
    },
  };
}

/** Runs in the page. Next.js adds this performance entry once it has hydrated; other pages have no scripts to wait for. */
function isHydrated(): boolean {
  return !document.getElementById('__NEXT_DATA__') || performance.getEntriesByName('Next.js-hydration').length > 0;
}

/** Runs in the page. Waits until its fonts have loaded and its finite animations have ended. */
async function waitForAnimations(): Promise<void> {
  await document.fonts.ready;
  const running = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity);
  await Promise.allSettled(running.map((animation) => animation.finished));
}
