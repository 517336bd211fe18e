/**
 * One look for all mails. A template says what a mail holds; here it becomes HTML and its twin in plain text, in one language, and every value
 * is escaped in one place. Colours stand inline and read on light and on dark, since many programs drop style sheets.
 */

import { directionOf } from '@contract/values';
import { escapeHtml } from '../../kernel/escape-html';
import type { Language } from '../languages/languages';
import { inLanguage, say, type Hole, type Words } from '../../languages/say';

export type Fact = readonly [label: Words, value: Hole];
export type Block =
  | { kind: 'text'; text: Words }
  | { kind: 'button'; label: Words; address: string }
  | { kind: 'quote'; text: string }
  | { kind: 'facts'; facts: readonly Fact[] }
  | { kind: 'note'; text: Words };

export interface Site {
  name: string;
  /** The site's own address: from the configuration, never from a request. */
  url: string;
}

export interface MailContent {
  subject: Words;
  /** The line that inboxes show beside the subject. */
  preview: Words;
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

/** What a block is written with. */
interface Writing {
  said: (words: Hole) => string;
  /** The sides where lines begin and end. */
  start: 'left' | 'right';
  end: 'left' | 'right';
}
type Renderers = { [K in Block['kind']]: (block: Extract<Block, { kind: K }>, writing: Writing) => string };

const withoutButton = say`If the button does not work, open this address:`;

const html: Renderers = {
  text: ({ text }, { said }) => `<p style="${paragraph}">${escapeHtml(oneLine(said(text)))}</p>`,
  note: ({ text }, { said }) =>
    `<p style="margin:0 0 12px;font-size:14px;line-height:1.5;color:${ink}">${escapeHtml(oneLine(said(text)))}</p>`,
  quote: ({ text }, { start }) =>
    `<blockquote style="margin:0 0 16px;padding:4px 0;padding-${start}:16px;border-${start}:3px solid ${rule};font-size:16px;line-height:1.5;overflow-wrap:anywhere">${escapeHtml(lines(text)).replaceAll('\n', '<br>')}</blockquote>`,
  facts: ({ facts }, { said, end }) =>
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:16px;line-height:1.5">${facts
      .map(
        ([label, value]) =>
          `<tr><td style="padding:2px 0;padding-${end}:16px;color:${ink};vertical-align:top">${escapeHtml(said(label))}</td><td style="padding:2px 0;overflow-wrap:anywhere">${escapeHtml(oneLine(said(value)))}</td></tr>`,
      )
      .join('')}</table>`,
  button: ({ label, address }, { said }) => {
    const href = escapeHtml(followable(address));
    return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:14px 24px;border-radius:8px;background:${accent};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(said(label))}</a></p><p style="margin:0 0 16px;font-size:13px;line-height:1.5;color:${ink};overflow-wrap:anywhere">${escapeHtml(said(withoutButton))}<br><a href="${href}" style="color:${ink}">${href}</a></p>`;
  },
};

const plain: Renderers = {
  text: ({ text }, { said }) => oneLine(said(text)),
  note: ({ text }, { said }) => oneLine(said(text)),
  quote: ({ text }) => lines(text).replaceAll(/^/gm, '> '),
  facts: ({ facts }, { said }) => facts.map(([label, value]) => `${said(label)}: ${oneLine(said(value))}`).join('\n'),
  button: ({ label, address }, { said }) => `${said(label)}:\n${followable(address)}`,
};

type AnyRenderer = Record<Block['kind'], (block: never, writing: Writing) => string>;
const write = (renderers: AnyRenderer, block: Block, writing: Writing): string => renderers[block.kind](block as never, writing);

/** The mail as subject, HTML and plain text. */
export function layOut({ subject, preview, blocks }: MailContent, site: Site, language: Language): RenderedMail {
  const name = oneLine(site.name, 60);
  const home = followable(site.url);
  const host = new URL(home).host;
  const line = oneLine(subject(language), subjectLengthMax);
  const direction = directionOf(language.name);
  const sides = direction === 'ltr' ? ({ start: 'left', end: 'right' } as const) : ({ start: 'right', end: 'left' } as const);
  const writing: Writing = { ...sides, said: (words) => inLanguage(words, language) };
  // Programs that drop the outer elements keep the one inside.
  const marks = `lang="${language.name}" dir="${direction}"`;
  return {
    subject: line,
    html: [
      `<!doctype html><html ${marks}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
      '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
      `<title>${escapeHtml(line)}</title></head>`,
      `<body style="margin:0;padding:0;font-family:${font}">`,
      `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(oneLine(preview(language)))}</div>`,
      `<div ${marks} style="max-width:560px;margin:0 auto;padding:32px 20px">`,
      `<p style="margin:0 0 24px;font-size:20px;font-weight:700"><a href="${escapeHtml(home)}" style="color:inherit;text-decoration:none">${escapeHtml(name)}</a></p>`,
      ...blocks.map((block) => write(html, block, writing)),
      `<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid ${rule};font-size:13px;line-height:1.5;color:${ink}">${escapeHtml(name)} · ${escapeHtml(host)}</p>`,
      '</div></body></html>',
    ].join('\n'),
    text: [...blocks.map((block) => write(plain, block, writing)), `-- \n${name} · ${host}`].join('\n\n') + '\n',
  };
}
