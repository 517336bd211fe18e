/**
 * One look for all mails. A template says what a mail holds; here it becomes HTML and its twin in plain text, and every value
 * is escaped in one place. Colours stand inline and read on light and on dark, since many programs drop style sheets.
 */

import { escapeHtml } from '../escape-html';

export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'button'; label: string; address: string }
  | { kind: 'quote'; text: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  | { kind: 'note'; text: string };

export interface Site {
  name: string;
  /** The site's own address: from the configuration, never from a request. */
  url: string;
}

export interface MailContent {
  subject: string;
  /** The line that inboxes show beside the subject. */
  preview: string;
  blocks: readonly Block[];
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

const subjectLengthMax = 150;
const lineLengthMax = 300;
const quoteLengthMax = 5000;

/** Controls, and the invisible marks that turn text around or hide it. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
const invisibleButLines = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Text on one line: without line breaks, controls and invisible marks, cut at `max` characters. */
export function oneLine(text: string, max = lineLengthMax): string {
  const line = text.toWellFormed().replaceAll(invisible, ' ').replaceAll(/\s+/g, ' ').trim();
  return line.length > max ? `${line.slice(0, max - 1).toWellFormed()}…` : line;
}

const lines = (text: string): string =>
  text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(invisibleButLines, '').slice(0, quoteLengthMax).trim();

/** An address to follow: http or https, else it is a bug. */
function followable(address: string): string {
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('mails link to web addresses only');
  return href;
}

const ink = '#77767c';
const accent = '#a3304f';
const rule = '#8a8a8a';
const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const paragraph = 'margin:0 0 16px;font-size:16px;line-height:1.5';

const html: { [K in Block['kind']]: (block: Extract<Block, { kind: K }>) => string } = {
  text: ({ text }) => `<p style="${paragraph}">${escapeHtml(oneLine(text))}</p>`,
  note: ({ text }) => `<p style="margin:0 0 12px;font-size:14px;line-height:1.5;color:${ink}">${escapeHtml(oneLine(text))}</p>`,
  quote: ({ text }) =>
    `<blockquote style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid ${rule};font-size:16px;line-height:1.5;overflow-wrap:anywhere">${escapeHtml(lines(text)).replaceAll('\n', '<br>')}</blockquote>`,
  facts: ({ facts }) =>
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:16px;line-height:1.5">${facts
      .map(
        ([label, value]) =>
          `<tr><td style="padding:2px 16px 2px 0;color:${ink};vertical-align:top">${escapeHtml(label)}</td><td style="padding:2px 0;overflow-wrap:anywhere">${escapeHtml(oneLine(value))}</td></tr>`,
      )
      .join('')}</table>`,
  button: ({ label, address }) => {
    const href = escapeHtml(followable(address));
    return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:14px 24px;border-radius:8px;background:${accent};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p><p style="margin:0 0 16px;font-size:13px;line-height:1.5;color:${ink};overflow-wrap:anywhere">If the button does not work, open this address:<br><a href="${href}" style="color:${ink}">${href}</a></p>`;
  },
};

const plain: { [K in Block['kind']]: (block: Extract<Block, { kind: K }>) => string } = {
  text: ({ text }) => oneLine(text),
  note: ({ text }) => oneLine(text),
  quote: ({ text }) => lines(text).replaceAll(/^/gm, '> '),
  facts: ({ facts }) => facts.map(([label, value]) => `${label}: ${oneLine(value)}`).join('\n'),
  button: ({ label, address }) => `${label}:\n${followable(address)}`,
};

type Renderers = Record<Block['kind'], (block: never) => string>;
const write = (renderers: Renderers, block: Block): string => renderers[block.kind](block as never);

/** The mail as subject, HTML and plain text. */
export function layOut({ subject, preview, blocks }: MailContent, site: Site): RenderedMail {
  const name = oneLine(site.name, 60);
  const home = followable(site.url);
  const host = new URL(home).host;
  const line = oneLine(subject, subjectLengthMax);
  return {
    subject: line,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
      '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
      `<title>${escapeHtml(line)}</title></head>`,
      `<body style="margin:0;padding:0;font-family:${font}">`,
      `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(oneLine(preview))}</div>`,
      `<div style="max-width:560px;margin:0 auto;padding:32px 20px">`,
      `<p style="margin:0 0 24px;font-size:20px;font-weight:700"><a href="${escapeHtml(home)}" style="color:inherit;text-decoration:none">${escapeHtml(name)}</a></p>`,
      ...blocks.map((block) => write(html, block)),
      `<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid ${rule};font-size:13px;line-height:1.5;color:${ink}">${escapeHtml(name)} · ${escapeHtml(host)}</p>`,
      '</div></body></html>',
    ].join('\n'),
    text: [...blocks.map((block) => write(plain, block)), `-- \n${name} · ${host}`].join('\n\n') + '\n',
  };
}
