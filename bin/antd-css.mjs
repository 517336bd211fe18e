/**
 * Builds the style sheets of the antd components in use: `npm run build:antd-css`, or with `--check` only reports whether they are stale.
 * Colours use the site's own variables, so that both themes need one sheet; sizes are rem, so that the reader's text size applies.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { extractStyle } from '@ant-design/static-style-extract';
import { ConfigProvider, theme as antd } from 'antd';
import postcss from 'postcss';
import { createElement } from 'react';
import { antdTheme } from '../src/ui/antd/antd-theme.ts';

/** The sheets, and the components in each: a page loads only those of its components. */
const sheets = { select: ['Select', 'Empty'], table: ['Table'] };
const sheetPath = (name) => new URL(`../public/assets/antd.${name}.gen.css`, import.meta.url);
const namePath = new URL('../src/ui/antd/antd.gen.ts', import.meta.url);

/** antd's colour variables and the site's equivalents. Colours not listed keep antd's own value in each theme. */
const colours = {
  '--ant-color-primary': '--accent',
  '--ant-color-primary-hover': '--accent-strong',
  '--ant-color-primary-active': '--accent-strong',
  '--ant-color-primary-bg': '--soft',
  '--ant-color-primary-bg-hover': '--soft',
  '--ant-color-primary-border': '--accent',
  '--ant-color-link': '--accent',
  '--ant-color-link-hover': '--accent-strong',
  '--ant-color-link-active': '--accent-strong',
  '--ant-color-text': '--text',
  '--ant-color-text-base': '--text',
  '--ant-color-text-heading': '--text',
  '--ant-color-text-secondary': '--muted',
  '--ant-color-text-tertiary': '--muted',
  '--ant-color-text-quaternary': '--muted',
  '--ant-color-text-description': '--muted',
  '--ant-color-text-placeholder': '--muted',
  '--ant-color-text-disabled': '--muted',
  '--ant-color-text-label': '--muted',
  '--ant-color-icon': '--muted',
  '--ant-color-icon-hover': '--text',
  '--ant-color-bg-base': '--bg',
  '--ant-color-bg-container': '--raised',
  '--ant-color-bg-elevated': '--raised',
  '--ant-color-bg-layout': '--sunken',
  '--ant-color-bg-container-disabled': '--sunken',
  '--ant-color-bg-text-hover': '--hover',
  '--ant-color-bg-text-active': '--hover',
  '--ant-color-border': '--control',
  '--ant-color-border-secondary': '--line',
  '--ant-color-border-disabled': '--line',
  '--ant-color-split': '--line',
  '--ant-color-fill': '--line',
  '--ant-color-fill-secondary': '--hover',
  '--ant-color-fill-tertiary': '--hover',
  '--ant-color-fill-quaternary': '--hover',
  '--ant-color-fill-alter': '--sunken',
  '--ant-color-fill-content': '--hover',
  '--ant-color-fill-content-hover': '--line',
  '--ant-color-error': '--danger',
  '--ant-color-success': '--ok',
  '--ant-color-warning': '--warn',
  '--ant-color-info': '--hint',
  '--ant-color-text-light-solid': '--on-accent',
  '--ant-color-white': '--on-accent',
  '--ant-color-bg-mask': '--veil',
  '--ant-control-item-bg-hover': '--hover',
  '--ant-control-item-bg-active': '--soft',
  '--ant-control-item-bg-active-hover': '--soft',
  '--ant-control-outline': '--soft',
  '--ant-box-shadow': '--shadow-overlay',
  '--ant-box-shadow-secondary': '--shadow-overlay',
  '--ant-select-option-selected-bg': '--soft',
  '--ant-select-option-selected-color': '--text',
  '--ant-select-option-active-bg': '--hover',
  '--ant-select-hover-border-color': '--text',
  '--ant-select-active-border-color': '--accent',
  '--ant-select-active-outline-color': '--soft',
  '--ant-select-multiple-item-bg': '--sunken',
  '--ant-select-selector-bg': '--raised',
  '--ant-table-header-bg': '--sunken',
  '--ant-table-header-color': '--muted',
  '--ant-table-header-sort-active-bg': '--sunken',
  '--ant-table-header-sort-hover-bg': '--hover',
  '--ant-table-body-sort-bg': '--raised',
  '--ant-table-row-hover-bg': '--hover',
  '--ant-table-border-color': '--line',
  '--ant-table-header-split-color': '--line',
};

const sheetOf = (parts, algorithm) =>
  extractStyle({
    includes: parts,
    customTheme: (node) => createElement(ConfigProvider, { theme: { ...antdTheme, zeroRuntime: false, algorithm } }, node),
  });

const isVariable = (node) => node.type === 'decl' && node.prop.startsWith('--');

/** Every variable of a sheet by selector and name. */
function variablesOf(sheet) {
  const found = new Map();
  sheet.walkDecls(/^--/, (declaration) => found.set(`${declaration.parent.selector}|${declaration.prop}`, declaration.value));
  return found;
}

/** Lines of less than four pixels stay in pixels; larger sizes grow with the text. */
const inRem = (value) =>
  value.replace(/(?<![\w.#-])(\d*\.?\d+)px\b/g, (whole, figure) => (Number(figure) < 4 ? whole : `${Number(figure) / 16}rem`));

function dress(sheet) {
  sheet.walkDecls((declaration) => {
    const own = colours[declaration.prop];
    // The selected option stays readable while the list is open.
    if (declaration.prop === 'opacity' && declaration.value === '0.25') declaration.value = '0.75';
    if (own !== undefined) declaration.value = `var(${own})`;
    else if (!/shadow/.test(declaration.prop)) declaration.value = inRem(declaration.value);
  });
}

/** Only variables that some rule of the sheet reads, directly or through another. */
function dropUnread(sheets) {
  for (let dropped = 1; dropped > 0;) {
    dropped = 0;
    const read = new Set();
    for (const sheet of sheets)
      sheet.walkDecls(({ value }) => [...value.matchAll(/var\((--[\w-]+)/g)].forEach(([, name]) => read.add(name)));
    for (const sheet of sheets) {
      sheet.walkDecls(/^--ant-/, (declaration) => {
        if (read.has(declaration.prop)) return;
        declaration.remove();
        dropped += 1;
      });
    }
  }
  for (const sheet of sheets)
    sheet.walkRules((rule) => {
      if (rule.nodes.length === 0) rule.remove();
    });
}

/** The variables that differ in the dark theme, under the dark selector only. */
function darkOf(light, dark) {
  const bright = variablesOf(light);
  dark.walkRules((rule) => {
    rule.nodes = rule.nodes.filter((node) => isVariable(node) && bright.get(`${rule.selector}|${node.prop}`) !== node.value);
    if (rule.nodes.length === 0) rule.remove();
    else rule.selectors = rule.selectors.map((selector) => `html[data-theme=dark] ${selector}`);
  });
  dark.walkAtRules((rule) => {
    if (!rule.nodes || rule.nodes.length === 0 || rule.name.includes('keyframes')) rule.remove();
  });
  return dark;
}

/** The sheet of these components, for both themes. */
function sheetFor(parts) {
  const light = postcss.parse(sheetOf(parts, antd.defaultAlgorithm));
  const dark = postcss.parse(sheetOf(parts, antd.darkAlgorithm));
  for (const sheet of [light, dark]) dress(sheet);
  const changed = darkOf(light, dark);
  dropUnread([light, changed]);
  return `${light}\n${changed}\n`;
}

const versionOf = (sheet) => createHash('sha256').update(sheet).digest('hex').slice(0, 10);
const made = Object.entries(sheets).map(([name, parts]) => ({ name, sheet: sheetFor(parts) }));
const names = `/** Generated by bin/antd-css.mjs; do not edit. A URL changes with its style sheet, so that it can be cached forever. */
export const antdSheets = {
${made.map(({ name, sheet }) => `  ${name}: '/assets/antd.${name}.gen.css?v=${versionOf(sheet)}',`).join('\n')}
};
`;
const files = [...made.map(({ name, sheet }) => [sheetPath(name), sheet]), [namePath, names]];

if (process.argv.includes('--check')) {
  const stored = await Promise.all(files.map(([path]) => readFile(path, 'utf8').catch(() => '')));
  if (files.some(([, text], index) => text !== stored[index])) {
    console.error('The antd style sheets are out of date. Run `npm run build:antd-css`.');
    process.exitCode = 1;
  }
} else {
  await mkdir(new URL('.', sheetPath('select')), { recursive: true });
  await Promise.all(files.map(([path, text]) => writeFile(path, text)));
}
