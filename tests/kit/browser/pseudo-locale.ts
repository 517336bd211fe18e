/** A pseudo-locale made of the English texts: marked, longer, and right to left. It shows which texts are not translated. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { allTexts } from '../../../bin/words/catalogue';

/** Its code: Arabic in a region that does not exist, so that number formats are Arabic and the direction is right to left. */
export const pseudo = 'ar-XB';
const [open, close] = ['⟦', '⟧'];

/** Makes a text 40 % longer, as translations often are. */
const pseudoTextOf = (text: string): string => {
  const added = '~'.repeat(Math.ceil(text.replaceAll(/\{\d+\}/g, '').length * 0.4));
  return `${open}${text}${added.replaceAll(/(.{6})/g, '$1 ').trimEnd()}${close}`;
};

/** A folder of translations with the pseudo-locale alone. */
export function pseudoFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'languages-'));
  const messages = Object.fromEntries([...allTexts().keys()].map((text) => [text, pseudoTextOf(text)]));
  writeFileSync(join(folder, `${pseudo}.json`), JSON.stringify(messages));
  return folder;
}

/** Visible texts of a page that have English letters outside the marks, except those that match `userTexts`, which people wrote. */
export function untranslatedTexts(page: Page, userTexts: RegExp): Promise<string[]> {
  return page.evaluate(
    ([begin, end, source]) => {
      const userWritten = new RegExp(source);
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      let depth = 0;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent ?? '';
        const parent = node.parentElement;
        const before = depth;
        for (const character of text) depth += character === begin ? 1 : character === end ? -1 : 0;
        if (before > 0 || text.includes(begin) || parent === null || parent.closest('script, style, noscript, [lang]:not(html)')) continue;
        if (!/[A-Za-z]{2}/.test(text) || userWritten.test(text.trim()) || !parent.checkVisibility({ visibilityProperty: true })) continue;
        found.push(text.trim());
      }
      return found;
    },
    [open, close, userTexts.source] as const,
  );
}

/** How far a page can be scrolled sideways, in px. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
