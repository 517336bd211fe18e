/** Finds the texts that people read in a source file: the only place that decides which literals are texts and which are names. */
import ts from 'typescript';
import { childTexts, entities, letters, trimmed } from './children.js';

/**
 * @typedef {'shown' | 'hidden' | 'open' | 'doubtful'} Place `doubtful`: only whole sentences are texts there
 * @typedef {{ start: number, end: number, key: string, holes: ts.Node[], kind: 'string' | 'attribute' | 'children' | 'noun' | 'plural', lead: string, trail: string }} Text
 */

const setOf = (/** @type {string} */ names) => new Set(names.split(/\s+/).filter(Boolean));

/** Attributes, properties and variables that contain names for programs. */
const hiddenNames = setOf(`
  className class id href key name type kind size shape tone role rel target src srcSet sizes autoComplete inputMode scope place
  autoCapitalize enterKeyHint property side fit accept method loading preload list field d xmlns viewBox strokeLinecap stroke fill
  preserveAspectRatio precedence next mode lang focusable encoding attribute decoding action objectType aria-labelledby aria-hidden
  aria-live aria-describedby aria-haspopup aria-busy aria-atomic aria-current aria-controls aria-owns aria-pressed aria-autocomplete aria-sort httpEquiv charSet media
  crossOrigin referrerPolicy style access align layout root helper right sort sortBy order path url dateStyle timeStyle timeZone
  inlineSize currencyDisplay sameSite purpose responseType display numeric notation transform backgroundImage priority survive
  survives onConflict event queue paymentGateway deliveryStatus htmlFor form pattern step locale country state status code visibility
  credentials cache redirect encType as value
`);

/** Properties that contain such names whatever these look like; others may contain texts too. */
const hiddenProperties = setOf(`
  className class id href key src srcSet sizes rel xmlns viewBox accept style dateStyle timeStyle timeZone inlineSize backgroundImage
  transform inset pattern path url method redirect color background border margin padding queue event onConflict
`);

/** Attributes, properties and variables that contain texts whatever these look like. */
const shownNames = setOf(`
  label title text hint words word note alt placeholder aria-label aria-description aria-valuetext aria-roledescription description
  lead searchLabel saveLabel cancelLabel applyLabel copyLabel amountLabel messageLabel unit verb noun nouns consequence empty said trouble looking any one
  many more message required suffix lack lacks about sentence reason heading caption question answer legend summary few
  button confirm short long plural singular doing done tooltip before after
`);

/** Calls whose arguments are names, and calls whose arguments are texts. */
const hiddenCalls = setOf(`
  call useEndpoint read readShared register may Error TypeError RangeError DOMException useSocketEvent addEventListener removeEventListener isAnswerOf useEndpointPages
  numberFormat dateFormat displayNames watch matchMedia startsWith endsWith includes indexOf split createElement querySelector
  querySelectorAll closest getElementById setHeader getHeader appendHeader setProperty getPropertyValue removeProperty
  cx on off emit once has get getAll set delete append postMessage setItem getItem removeItem createHmac createHash hkdfSync createIntent
  createSlice getAttribute setAttribute removeAttribute hasAttribute toggleAttribute toString normalize localeCompare RegExp match matchAll import require
  createSlice isActive resetField setFocus setError getFieldState namedItem filter mark measure debug log warn error tabLock
  getAttributes extendMarkRange find test exec icon cacheResponse useUpdateSavedItem historyKey
`);
const shownCalls = setOf('countWords countFoundWords counted announce say join');

/** Names of objects of texts; people read their values under any key. */
const wordsName = /(words?|names|labels?|nouns?|titles?|notes?|sentences?|reasons?|verbs?|hints?|texts?)$/i;
const oneNoun =
  /^(words?|labels?|nouns?|title|note|sentence|reason|verb|hint|text|unit)$|(Words?|Label|Noun|Title|Note|Sentence|Reason|Verb|Hint|Text)$/;
const namesOfNames =
  /(step|attribute|chat|event|request|choice|flag|sort|field|class|result|key|reaction|file|param|header|cookie|queue|type)names?$/i;

/** @returns {ts.SourceFile} */
export function parse(/** @type {string} */ path, /** @type {string} */ source) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
}

/** All texts of a file, outer ones before those in their holes. */
export function textsIn(/** @type {ts.SourceFile} */ file) {
  /** @type {Text[]} */
  const found = [];
  /** @type {Set<ts.Node>} */
  const taken = new Set();
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isTypeAliasDeclaration(node) || isKeptEnglish(node)) return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) found.push(...childTexts(node, taken));
    else if (!taken.has(node)) {
      const text = literalText(node);
      if (text !== null && isNounAlone(node)) found.push({ ...text, kind: 'noun' }, { ...text, kind: 'plural', key: `${text.key}s` });
      else if (text !== null) found.push(text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** `countWords(count, 'view')`: the plural is derived from the noun; other languages do that differently. */
const isNounAlone = (/** @type {ts.Node} */ node) =>
  ts.isStringLiteral(node) &&
  ts.isCallExpression(node.parent) &&
  /^(countWords|countFoundWords)$/.test(node.parent.expression.getText()) &&
  node.parent.arguments.length === 2;

/** A statement whose comment says `never translated` contains what is stored, not what is shown. */
const isKeptEnglish = (/** @type {ts.Node} */ node) =>
  ts.isVariableStatement(node) && node.getFullText().slice(0, node.getLeadingTriviaWidth()).includes('never translated');

/** @returns {Text | null} */
function literalText(/** @type {ts.Node} */ node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    if (!letters.test(node.text) || !isWords(node.text, placeOf(node))) return null;
    const isAttribute = ts.isJsxAttribute(node.parent);
    const text = isAttribute ? entities(node.text) : node.text;
    return { ...{ start: node.getStart(), end: node.end, holes: [], kind: isAttribute ? 'attribute' : 'string' }, ...trimmed(text) };
  }
  if (!ts.isTemplateExpression(node)) return null;
  const text = node.head.text + node.templateSpans.map((span, index) => `{${String(index)}}${span.literal.text}`).join('');
  if (!letters.test(text.replaceAll(/\{\d+\}/g, '')) || !isWords(text, placeOf(node))) return null;
  const holes = node.templateSpans.map(({ expression }) => expression);
  return { ...{ start: node.getStart(), end: node.end, holes, kind: 'string' }, ...trimmed(text) };
}

/** Whether a text in this place is meant for people. */
function isWords(/** @type {string} */ text, /** @type {Place} */ place) {
  if (place === 'hidden' || isTechnical(text)) return false;
  if (place === 'shown') return true;
  const bare = text.trim();
  const isSentence = /^[\p{Lu}“].* .*[\p{Ll}”.!?…]$/su.test(bare) && !/[;{}<>=]/.test(bare.replaceAll(/\{\d+\}/g, ''));
  if (place === 'doubtful') return isSentence && (bare.match(/ /g)?.length ?? 0) >= 3;
  if (/^\{\d+\}$/.test(bare)) return false;
  const words = bare.replaceAll(/\{\d+\}/g, '').trim();
  if (isSentence && /[.!?…]$/.test(bare) && / \p{Ll}{2}/u.test(bare)) return true;
  if (/^[,;·] \p{L}{2}/u.test(bare)) return true;
  if (/^[\p{Lu}“"]/u.test(bare) && /^(\{\d+\}|[\p{L}\d’'“”"(),.:;!?…–—·%&/+\s-])+$/u.test(bare))
    return /\p{Ll}/u.test(words) && !/[a-z][A-Z]/.test(words);
  if (/^\d+ \p{Ll}/u.test(bare)) return !/\bauto\b/.test(bare);
  return (
    / /.test(bare) &&
    /\p{Ll}{2}/u.test(words) &&
    /^(\{\d+\}|[\p{L}\d’'“”"(),.:!?…–—·%&/\s-])+$/u.test(bare) &&
    !/^[\d.]+(px|rem|em|%|s|ms)\b/.test(bare)
  );
}

/** URLs, names of endpoints and headers, media types, styles: never texts, in any place. */
function isTechnical(/** @type {string} */ text) {
  const bare = text.trim();
  return (
    /^[A-Z]{3,7} \//.test(bare) ||
    /^(h[1-6]|Bearer \{0\}|\{0\}p|\{0\} (asc|desc)|; Secure|\w+_…\{0\})$/.test(bare) ||
    /:\/\//.test(bare) ||
    /^([/.#?&]|\{0\}\/|data:|mailto:|tel:|--)/.test(bare) ||
    /^[A-Z][a-z]+(-[A-Z][A-Za-z]*)+$/.test(bare) ||
    /^[\w.+-]+\/[\w.+*-]+(,|$)/.test(bare) ||
    /\b(var|calc|translate[XYZ]?|url|linear-gradient|rotate|scale)\(/.test(bare) ||
    /^\([a-z-]+:/.test(bare) ||
    /^\{0\}(px|rem|%|ms|s|em|vh|dvh)$/.test(bare) ||
    /^[\w-]+=/.test(bare) ||
    (/(^|;) ?[A-Za-z-]+=\{?/.test(bare) && !/ \p{Ll}+ /u.test(bare)) ||
    (!/\s/.test(bare) && /^[\w{}]+([-_:/.|#][\w{}]+)+$/.test(bare) && /[a-z{]/.test(bare[0] ?? ''))
  );
}

/** What the place of an expression says about its text. @returns {Place} */
function placeOf(/** @type {ts.Node} */ node) {
  const parent = node.parent;
  if (
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isNonNullExpression(parent)
  )
    return placeOf(parent);
  if (ts.isConditionalExpression(parent)) {
    if (parent.condition === node) return 'hidden';
    const place = placeOf(parent);
    // Singular or plural of something.
    return place === 'open' && /(===|!==|>|<) 1$/.test(parent.condition.getText()) ? 'shown' : place;
  }
  if (ts.isArrayLiteralExpression(parent)) return isListUsed(parent) ? 'open' : placeOf(parent);
  if (ts.isJsxExpression(parent))
    return ts.isJsxAttribute(parent.parent) ? placeByName(attributeName(parent.parent), parent.parent) : 'shown';
  if (ts.isJsxAttribute(parent)) return placeByName(attributeName(parent), parent);
  if (ts.isTemplateSpan(parent)) return literalText(parent.parent) === null ? placeOf(parent.parent) : 'shown';
  if (ts.isBinaryExpression(parent)) return placeInBinary(node, parent);
  if (ts.isPropertyAssignment(parent)) return placeOfProperty(node, parent);
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return placeInCall(node, parent);
  if (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)) return placeOfVariable(parent);
  if (ts.isArrowFunction(parent)) return placeOfAnswer(parent);
  if (ts.isReturnStatement(parent)) {
    const maker = ts.findAncestor(parent, ts.isFunctionLike);
    return maker ? placeOfAnswer(maker) : 'open';
  }
  if (ts.isElementAccessExpression(parent) || ts.isPropertyAccessExpression(parent) || ts.isCaseClause(parent)) return 'hidden';
  if (ts.isTaggedTemplateExpression(parent) || ts.isExpressionStatement(parent) || ts.isComputedPropertyName(parent)) return 'hidden';
  if (ts.isPropertyDeclaration(parent) || ts.isSpreadElement(parent)) return 'open';
  return ts.isExpression(parent) ? 'open' : 'hidden';
}

/** `['Online', note].filter(Boolean)`: how a list is used says nothing about its contents. */
const isListUsed = (/** @type {ts.Node} */ list) => ts.isPropertyAccessExpression(list.parent) && list.parent.expression === list;

const attributeName = (/** @type {ts.JsxAttribute} */ attribute) => attribute.name.getText();

function placeByName(/** @type {string} */ name, /** @type {ts.Node} */ at) {
  if (name.startsWith('data-')) return 'hidden';
  if (!ts.isJsxAttribute(at) && hiddenProperties.has(name)) return 'hidden';
  if (hiddenNames.has(name)) return ts.isJsxAttribute(at) ? 'hidden' : 'open';
  return shownNames.has(name) || oneNoun.test(name) ? 'shown' : 'open';
}

function placeInBinary(/** @type {ts.Node} */ node, /** @type {ts.BinaryExpression} */ parent) {
  const sign = parent.operatorToken.kind;
  if (sign === ts.SyntaxKind.BarBarToken || sign === ts.SyntaxKind.QuestionQuestionToken) return placeOf(parent);
  if (sign === ts.SyntaxKind.AmpersandAmpersandToken) return node === parent.right ? placeOf(parent) : 'hidden';
  if (sign === ts.SyntaxKind.PlusToken) return placeOf(parent);
  if (sign === ts.SyntaxKind.EqualsToken && node === parent.right) {
    const to = parent.left;
    return ts.isPropertyAccessExpression(to)
      ? placeByName(to.name.text, parent)
      : ts.isIdentifier(to) && oneNoun.test(to.text)
        ? 'shown'
        : 'open';
  }
  return 'hidden';
}

/** Whether a property is in a module's table of texts: `const standings: Record<State, string> = { idle: 'Starting' }`. */
function isTableOfWords(/** @type {ts.PropertyAssignment} */ property) {
  let at = /** @type {ts.Node} */ (property.parent);
  while (ts.isObjectLiteralExpression(at) || ts.isAsExpression(at) || ts.isSatisfiesExpression(at) || ts.isParenthesizedExpression(at))
    at = at.parent;
  if (!ts.isVariableDeclaration(at) || !ts.isIdentifier(at.name)) return false;
  if (namesOfNames.test(at.name.text) || /(Path|Keys?|Icons?|Href)s?$/.test(at.name.text)) return false;
  return wordsName.test(at.name.text);
}

function placeOfProperty(/** @type {ts.Node} */ node, /** @type {ts.PropertyAssignment} */ property) {
  if (property.initializer !== node) return 'hidden';
  const key = ts.isIdentifier(property.name) || ts.isStringLiteral(property.name) ? property.name.text : '';
  if (isTableOfWords(property)) return ['tone', 'href', 'kind', 'key'].includes(key) ? 'hidden' : 'shown';
  return placeByName(key, property);
}

function placeInCall(/** @type {ts.Node} */ node, /** @type {ts.CallExpression | ts.NewExpression} */ call) {
  if (call.expression === node) return 'hidden';
  const { expression } = call;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  if (hiddenCalls.has(name)) return 'doubtful';
  return shownCalls.has(name) && (name === 'join' || call.arguments?.[0] !== node) ? 'shown' : 'open';
}

function placeOfVariable(/** @type {ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement} */ declared) {
  const name = ts.isIdentifier(declared.name) ? declared.name.text : '';
  const known = ts.isBindingElement(declared) && declared.propertyName ? declared.propertyName.getText() : name;
  if (hiddenNames.has(known)) return 'open';
  if (namesOfNames.test(name)) return 'open';
  return shownNames.has(known) || oneNoun.test(name) || (ts.isVariableDeclaration(declared) && wordsName.test(name)) ? 'shown' : 'open';
}

/** The return value of a function: a text when its name says so. */
function placeOfAnswer(/** @type {ts.SignatureDeclaration} */ maker) {
  const named = maker.name ?? (ts.isVariableDeclaration(maker.parent) ? maker.parent.name : undefined);
  const name = named && ts.isIdentifier(named) ? named.text : '';
  if (oneNoun.test(name) && !/^is|Of$/.test(name)) return 'shown';
  if (ts.isPropertyAssignment(maker.parent) && maker.parent.initializer === maker) return placeOfProperty(maker, maker.parent);
  return 'open';
}
