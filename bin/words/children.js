/** The sentences among the children of an element, as one text each, with holes for the other nodes in them. */
import ts from 'typescript';

/** @typedef {import('./texts.js').Text} Text */

/** Whether a text has letters, and so can be translated. */
export const letters = /\p{L}/u;

/** @typedef {{ node: ts.JsxChild, text: string | null, isElement: boolean, isMark: boolean }} Item */

/** The sentences among the children of an element. Their nodes are added to `taken`, so that they are not found a second time. */
export function childTexts(/** @type {ts.JsxElement | ts.JsxFragment} */ parent, /** @type {Set<ts.Node>} */ taken) {
  if (ts.isJsxElement(parent) && ['style', 'script', 'code'].includes(parent.openingElement.tagName.getText())) return [];
  /** @type {Text[]} */
  const texts = [];
  for (const run of runsOf(itemsOf(parent))) {
    const text = sentenceOf(run);
    if (text === null) continue;
    for (const { node, text: plain } of run) {
      taken.add(node);
      if (plain !== null && ts.isJsxExpression(node) && node.expression) taken.add(node.expression);
    }
    texts.push(text);
  }
  return texts;
}

/** @returns {Item[]} */
function itemsOf(/** @type {ts.JsxElement | ts.JsxFragment} */ parent) {
  /** @type {Item[]} */
  const items = [];
  for (const node of parent.children) {
    if (ts.isJsxExpression(node) && !node.expression) continue;
    const text = plainOf(node);
    if (text === '') continue;
    items.push({ node, text, isElement: text === null && holdsElement(node), isMark: isMark(node) });
  }
  return items;
}

/** The text of a child that is only text; null for any other. */
function plainOf(/** @type {ts.JsxChild} */ node) {
  if (ts.isJsxText(node)) return jsxText(node.text);
  if (!ts.isJsxExpression(node) || !node.expression) return null;
  const { expression } = node;
  return ts.isStringLiteral(expression) || ts.isNoSubstitutionTemplateLiteral(expression) ? expression.text : null;
}

const holdsElement = (/** @type {ts.Node} */ node) => {
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) return true;
  return (
    ts.forEachChild(node, function look(child) {
      return (
        ts.isJsxElement(child) || ts.isJsxSelfClosingElement(child) || ts.isJsxFragment(child) || ts.forEachChild(child, look) || false
      );
    }) === true
  );
};

const marks = /(Icon|Mark|Dot|Avatar|Badge|Picture)$|^(input|br|img|hr|svg|video)$/;

/** Icons and fields beside a text: they are not part of its sentence. */
const isMark = (/** @type {ts.JsxChild} */ node) => ts.isJsxSelfClosingElement(node) && marks.test(node.tagName.getText());

/** Splits the children where one does not belong to the sentence of the next. */
function runsOf(/** @type {Item[]} */ items) {
  /** @type {Item[][]} */
  const runs = [];
  /** @type {Item | null} */
  let last = null;
  for (const item of items) {
    if (last === null || isBorder(last, item)) runs.push([item]);
    else runs.at(-1)?.push(item);
    last = item;
  }
  return runs;
}

function isBorder(/** @type {Item} */ one, /** @type {Item} */ other) {
  if (one.isMark || other.isMark) return true;
  if (one.text !== null && other.text !== null) return false;
  if (one.text === null && other.text === null) return one.isElement || other.isElement;
  if (one.isElement) return !/^[\s.,:;!?)”’…]/.test(other.text ?? '');
  if (other.isElement) return !/[\s(“‘]$/.test(one.text ?? '');
  return false;
}

/** @returns {Text | null} */
function sentenceOf(/** @type {Item[]} */ run) {
  if (!run.some(({ text }) => text !== null && letters.test(text))) return null;
  /** @type {ts.Node[]} */
  const holes = [];
  let text = '';
  for (const item of run) text += item.text ?? `{${String(holes.push(item.node) - 1)}}`;
  const start = run[0]?.node.pos ?? 0;
  const end = run.at(-1)?.node.end ?? 0;
  return { ...{ start, end, holes, kind: 'children' }, ...trimmed(text) };
}

/** The text that JSX makes of characters between tags: lines are trimmed and joined by a space, entities are decoded. */
function jsxText(/** @type {string} */ raw) {
  const lines = raw.split(/\r\n|\n|\r/);
  const last = Math.max(
    0,
    lines.findLastIndex((line) => /[^ \t]/.test(line)),
  );
  let text = '';
  lines.forEach((line, index) => {
    let kept = line.replaceAll('\t', ' ');
    if (index !== 0) kept = kept.replace(/^ +/, '');
    if (index !== lines.length - 1) kept = kept.replace(/ +$/, '');
    if (kept !== '') text += index === last ? kept : `${kept} `;
  });
  return entities(text);
}

const named = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  rarr: '→',
  larr: '←',
  times: '×',
  middot: '·',
  copy: '©',
  shy: '\u00ad',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
};

export function entities(/** @type {string} */ text) {
  return text.replaceAll(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, /** @type {string} */ name) => {
    if (name.startsWith('#'))
      return String.fromCodePoint(name[1] === 'x' || name[1] === 'X' ? parseInt(name.slice(2), 16) : Number(name.slice(1)));
    return /** @type {Record<string, string>} */ (named)[name] ?? whole;
  });
}

/** A text without surrounding whitespace, and that whitespace. */
export function trimmed(/** @type {string} */ text) {
  const key = text.trim();
  const lead = text.slice(0, text.length - text.trimStart().length);
  return { key, lead, trail: text.slice(lead.length + key.length) };
}
