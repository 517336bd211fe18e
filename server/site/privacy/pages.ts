/** The pages of an archive: HTML that any browser shows, without scripts and without network requests. */
import { escapeHtml } from '../../kernel/escape-html';
import type { PlainRow } from './rows';

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1b1b1f;background:#fff}
.rows{overflow-x:auto}table{border-collapse:collapse}th,td{border:1px solid #c8c8d0;padding:.4rem .6rem;text-align:left;vertical-align:top;max-width:30rem;overflow-wrap:anywhere}
th{background:#f1f1f5}nav a{margin-right:1rem}@media(prefers-color-scheme:dark){body{color:#e8e8ee;background:#16161a}th{background:#26262d}th,td{border-color:#44444e}a{color:#9db8ff}}`;

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;
}

/** `deliveryAddress` becomes “Delivery address”. */
function heading(key: string): string {
  const words = key
    .replaceAll(/_m?s$/g, '')
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .trim();
  return words === 'id' ? 'ID' : words.charAt(0).toUpperCase() + words.slice(1);
}

function cellHtml(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value === true) return 'Yes';
  if (value === false) return 'No';
  return escapeHtml(typeof value === 'string' ? value : JSON.stringify(value));
}

interface Part {
  name: string;
  title: string;
  about: string;
}

/** The name of a page of a part, counted from 1. */
export const pageName = (name: string, number: number): string => `pages/${name}${number === 1 ? '' : `-${String(number)}`}.html`;

/** One page of a part's rows. */
export function pageOfRows({ name, title, about }: Part, rows: readonly PlainRow[], number: number, hasMore: boolean): string {
  const keys = Object.keys(rows[0] ?? {});
  const link = (to: number, label: string): string => `<a href="../${pageName(name, to)}">${label}</a>`;
  const links = [
    '<a href="../index.html">All your data</a>',
    ...(number > 1 ? [link(number - 1, 'Previous')] : []),
    ...(hasMore ? [link(number + 1, 'Next')] : []),
  ];
  const head = keys.map((key) => `<th scope="col">${escapeHtml(heading(key))}</th>`).join('');
  const body = rows.map((row) => `<tr>${keys.map((key) => `<td>${cellHtml(row[key])}</td>`).join('')}</tr>`).join('\n');
  return page(
    title,
    `<nav>${links.join(' ')}</nav><h1>${escapeHtml(title)}</h1><p>${escapeHtml(about)}</p><div class="rows"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`,
  );
}

/** A part as the first page lists it. */
export interface CountedPart extends Part {
  count: number;
}

/** The first page: the list of parts, with counts and links. */
export function firstPage(site: string, person: string, at: Date, parts: readonly CountedPart[], fileCount: number): string {
  const lines = parts.map(({ name, title, about, count }) => {
    const label = count === 0 ? escapeHtml(title) : `<a href="${pageName(name, 1)}">${escapeHtml(title)}</a>`;
    return `<tr><th scope="row">${label}</th><td>${String(count)}</td><td>${escapeHtml(about)}</td></tr>`;
  });
  const title = `Your data from ${site}`;
  return page(
    title,
    `<h1>${escapeHtml(title)}</h1><p>All the data this site stores about ${escapeHtml(person)}, as of ${escapeHtml(at.toUTCString())}.</p>
<p>The “data” folder contains the same data as JSON, for programs. Your files (${String(fileCount)}) are in the “files” folder, and “checksums.txt” lists their SHA-256 checksums.</p>
<div class="rows"><table><thead><tr><th scope="col">Data</th><th scope="col">Count</th><th scope="col">Description</th></tr></thead><tbody>${lines.join('\n')}</tbody></table></div>`,
  );
}
