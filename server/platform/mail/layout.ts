/**
 * The layout of all mails. Renders a template's blocks as HTML and plain text in one language; all values are escaped here. Colors
 * are inline and readable on light and dark backgrounds, because many mail programs drop style sheets.
 */

import { directionOf } from '@contract/kernel/values/direction';
import { shortened, startOf } from '@contract/kernel/values/text-start';
import { escapeHtml } from '../../kernel/escape-html';
import type { Language } from '../languages/languages';
import { inLanguage, say, type Interpolation, type Message } from '../languages/messages';

export type Detail = readonly [label: Message, value: Interpolation];
export type Block =
  | { kind: 'text'; text: Message }
  | { kind: 'button'; label: Message; url: string }
  | { kind: 'quote'; text: string }
  | { kind: 'details'; details: readonly Detail[] }
  | { kind: 'note'; text: Message };

export interface Site {
  name: string;
  /** The site's URL from the configuration, never from a request. */
  url: string;
}

export interface MailContent {
  subject: Message;
  /** The preview text in inboxes. */
  preview: Message;
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

/**
 * Control characters, and invisible characters that change the direction of text or hide it. Joiners (U+200C, U+200D) stay: Persian,
 * Hindi and emoji of several parts need them. So do isolates (U+2068, U+2069), which `say` puts around names.
 */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2067\u206a-\u206f\ufeff]+/gu;
const invisibleButLines = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2067\u206a-\u206f\ufeff]/gu;

/** Text on one line, without line breaks, control and invisible characters, truncated to `max` characters. */
export function oneLine(text: string, max = lineLengthMax): string {
  return shortened(text.toWellFormed().replaceAll(invisible, ' ').replaceAll(/\s+/g, ' ').trim(), max);
}

const multiLine = (text: string): string =>
  startOf(text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(invisibleButLines, ''), quoteLengthMax).trim();

/** Returns the URL if it is http or https; anything else is a bug. */
function webUrl(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('mails link to web addresses only');
  return href;
}

const mutedColor = '#77767c';
const buttonColor = '#a3304f';
const borderColor = '#8a8a8a';
const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const paragraph = 'margin:0 0 16px;font-size:16px;line-height:1.5';

/** The context for rendering a block. */
interface RenderContext {
  translate: (value: Interpolation) => string;
  /** The start and end side of the writing direction. */
  start: 'left' | 'right';
  end: 'left' | 'right';
}
type Renderers = { [K in Block['kind']]: (block: Extract<Block, { kind: K }>, context: RenderContext) => string };

const withoutButton = say`If the button doesn’t work, open this link:`;

const html: Renderers = {
  text: ({ text }, { translate }) => `<p style="${paragraph}">${escapeHtml(oneLine(translate(text)))}</p>`,
  note: ({ text }, { translate }) =>
    `<p style="margin:0 0 12px;font-size:14px;line-height:1.5;color:${mutedColor}">${escapeHtml(oneLine(translate(text)))}</p>`,
  quote: ({ text }, { start }) =>
    `<blockquote style="margin:0 0 16px;padding:4px 0;padding-${start}:16px;border-${start}:3px solid ${borderColor};font-size:16px;line-height:1.5;overflow-wrap:anywhere">${escapeHtml(multiLine(text)).replaceAll('\n', '<br>')}</blockquote>`,
  details: ({ details }, { translate, end }) =>
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:16px;line-height:1.5">${details
      .map(
        ([label, value]) =>
          `<tr><td style="padding:2px 0;padding-${end}:16px;color:${mutedColor};vertical-align:top">${escapeHtml(translate(label))}</td><td style="padding:2px 0;overflow-wrap:anywhere">${escapeHtml(oneLine(translate(value)))}</td></tr>`,
      )
      .join('')}</table>`,
  button: ({ label, url }, { translate }) => {
    const href = escapeHtml(webUrl(url));
    return `<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:14px 24px;border-radius:8px;background:${buttonColor};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(translate(label))}</a></p><p style="margin:0 0 16px;font-size:13px;line-height:1.5;color:${mutedColor};overflow-wrap:anywhere">${escapeHtml(translate(withoutButton))}<br><a href="${href}" style="color:${mutedColor}">${href}</a></p>`;
  },
};

const plainText: Renderers = {
  text: ({ text }, { translate }) => oneLine(translate(text)),
  note: ({ text }, { translate }) => oneLine(translate(text)),
  quote: ({ text }) => multiLine(text).replaceAll(/^/gm, '> '),
  details: ({ details }, { translate }) => details.map(([label, value]) => `${translate(label)}: ${oneLine(translate(value))}`).join('\n'),
  button: ({ label, url }, { translate }) => `${translate(label)}:\n${webUrl(url)}`,
};

type AnyRenderer = Record<Block['kind'], (block: never, context: RenderContext) => string>;
const renderBlock = (renderers: AnyRenderer, block: Block, context: RenderContext): string =>
  renderers[block.kind](block as never, context);

/** Renders a mail as subject, HTML and plain text. */
export function renderMail({ subject, preview, blocks }: MailContent, site: Site, language: Language): RenderedMail {
  const name = oneLine(site.name, 60);
  const home = webUrl(site.url);
  const host = new URL(home).host;
  const subjectLine = oneLine(subject(language), subjectLengthMax);
  const direction = directionOf(language.name);
  const sides = direction === 'ltr' ? ({ start: 'left', end: 'right' } as const) : ({ start: 'right', end: 'left' } as const);
  const context: RenderContext = { ...sides, translate: (value) => inLanguage(value, language) };
  // Also set on the inner element, because some mail programs drop the outer ones.
  const languageAttributes = `lang="${language.name}" dir="${direction}"`;
  return {
    subject: subjectLine,
    html: [
      `<!doctype html><html ${languageAttributes}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
      '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
      `<title>${escapeHtml(subjectLine)}</title></head>`,
      `<body style="margin:0;padding:0;font-family:${font}">`,
      `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(oneLine(preview(language)))}</div>`,
      `<div ${languageAttributes} style="max-width:560px;margin:0 auto;padding:32px 20px">`,
      `<p style="margin:0 0 24px;font-size:20px;font-weight:700"><a href="${escapeHtml(home)}" style="color:inherit;text-decoration:none">${escapeHtml(name)}</a></p>`,
      ...blocks.map((block) => renderBlock(html, block, context)),
      `<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid ${borderColor};font-size:13px;line-height:1.5;color:${mutedColor}">${escapeHtml(name)} · ${escapeHtml(host)}</p>`,
      '</div></body></html>',
    ].join('\n'),
    text: [...blocks.map((block) => renderBlock(plainText, block, context)), `-- \n${name} · ${host}`].join('\n\n') + '\n',
  };
}
