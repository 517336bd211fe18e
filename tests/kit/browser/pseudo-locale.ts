/** A language that no one speaks, made of the English texts: marked, longer, and written from the right. For looking at what was forgotten. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { allTexts } from '../../../bin/words/catalogue';

/** Its code: an Arabic of a region that does not exist, so that formats and direction follow. */
export const pseudo = 'ar-XB';
const [open, close] = ['⟦', '⟧'];

/** Half as long again, as languages are that say the same in more letters. */
const longer = (text: string): string => {
  const added = '~'.repeat(Math.ceil(text.replaceAll(/\{\d+\}/g, '').length * 0.4));
  return `${open}${text}${added.replaceAll(/(.{6})/g, '$1 ').trimEnd()}${close}`;
};

/** A folder of languages with that one alone. */
export function pseudoFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'languages-'));
  const words = Object.fromEntries([...allTexts().keys()].map((text) => [text, longer(text)]));
  writeFileSync(join(folder, `${pseudo}.json`), JSON.stringify(words));
  return folder;
}

/** Visible texts of a page with letters of English that no mark encloses, but for those that people wrote (`theirs`). */
export function unmarked(page: Page, theirs: RegExp): Promise<string[]> {
  return page.evaluate(
    ([begin, end, source]) => {
      const own = new RegExp(source);
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      let depth = 0;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent ?? '';
        const parent = node.parentElement;
        const before = depth;
        for (const sign of text) depth += sign === begin ? 1 : sign === end ? -1 : 0;
        if (before > 0 || text.includes(begin) || parent === null || parent.closest('script, style, noscript, [lang]:not(html)')) continue;
        if (!/[A-Za-z]{2}/.test(text) || own.test(text.trim()) || !parent.checkVisibility({ visibilityProperty: true })) continue;
        found.push(text.trim());
      }
      return found;
    },
    [open, close, theirs.source] as const,
  );
}

/** How far a page can be scrolled sideways. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
