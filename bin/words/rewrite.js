/**
 * Turns the texts of a source into calls that look them up: `"Save"` becomes `_t("Save")`. The number of lines stays, so that
 * errors have the right line numbers. On the server, whose readers differ by request, module-level texts are looked up on each read.
 */
import ts from 'typescript';
import { parse, textsIn } from './texts.js';

/** @typedef {{ start: number, end: number, parts: (string | ts.Node)[] }} Edit */

/**
 * @param {string} path
 * @param {string} source
 * @param {{ isLazy: boolean, isBare?: boolean, lazyNames?: (file: ts.SourceFile) => Set<string> }} options `isBare`: the lookup function is a global, set by the page's own script before any module
 *
 * @returns {{ code: string, untranslatable: { position: number, name: string }[] }}
 */
export function rewrite(path, source, { isLazy, isBare = false, lazyNames }) {
  const file = parse(path, source);
  const texts = textsIn(file);
  /** @type {Edit[]} */
  const call = isBare ? '/*@__PURE__*/_t' : '_t';
  const edits = texts.filter(({ kind }) => kind !== 'plural').map((text) => editOf(source, text, call));
  const lazy = isLazy ? lazyEdits(file, texts, lazyNames?.(file) ?? new Set()) : { edits: [], untranslatable: [] };
  // A text may be the whole initializer that becomes a function: the function is the outer edit.
  edits.unshift(...lazy.edits);
  if (edits.length === 0) return { code: source, untranslatable: lazy.untranslatable };
  const code = applied(source, edits, 0, source.length);
  const taken = ['t', 'parts', 'late'].filter((name) => code.includes(`_${name}(`)).map((name) => `${name} as _${name}`);
  const head = taken.length > 0 && !isBare ? `import { ${taken.join(', ')} } from '@web/lib/i18n/words';` : '';
  return { code: head + code, untranslatable: lazy.untranslatable };
}

/** A call is marked as pure, so that bundlers can drop it when its result is unused, as they would drop the text. @returns {Edit} */
function editOf(/** @type {string} */ source, /** @type {import('./texts.js').Text} */ text, /** @type {string} */ call) {
  const key = JSON.stringify(text.key);
  const { start, end, kind } = text;
  const before = text.lead === '' ? '' : `${JSON.stringify(text.lead)} + `;
  const after = text.trail === '' ? '' : ` + ${JSON.stringify(text.trail)}`;
  if (kind === 'noun') return { start, end, parts: [`${call}(${key}), ${call}(${JSON.stringify(`${text.key}s`)})`] };
  const values = text.holes.map((hole) => (ts.isJsxExpression(hole) ? (hole.expression ?? hole) : hole));
  let lines = linesOf(source.slice(start, end));
  for (const value of values) lines = lines.slice(linesOf(value.getText()).length);
  const holes = values.flatMap((value) => [', ', value]);
  if (kind === 'string') {
    const parts = ['(', before, `${call}(${key}`, ...holes, ')', after, lines, ')'];
    return { start, end, parts: before + after + lines === '' ? parts.slice(1, -1) : parts };
  }
  if (kind === 'attribute') return { start, end, parts: ['{', before, `${call}(${key})`, after, lines, '}'] };
  if (text.holes.length === 0) return { start, end, parts: ['{', before, `${call}(${key})`, after, lines, '}'] };
  const edge = (/** @type {string} */ space) => (space === '' ? '' : `{${JSON.stringify(space)}}`);
  return { start, end, parts: [edge(text.lead), `{_parts(${key}`, ...holes, ')', lines, '}', edge(text.trail)] };
}

const linesOf = (/** @type {string} */ text) => '\n'.repeat(text.split('\n').length - 1);

/** The source between two positions with all edits applied; edits within an edit's parts are applied recursively. */
function applied(/** @type {string} */ source, /** @type {Edit[]} */ edits, /** @type {number} */ from, /** @type {number} */ to) {
  const inside = edits
    .filter(({ start, end }) => start >= from && end <= to)
    .sort((one, other) => one.start - other.start || other.end - one.end);
  let code = '';
  let at = from;
  for (const edit of inside) {
    if (edit.start < at) continue;
    code += source.slice(at, edit.start);
    const rest = inside.filter((other) => other !== edit);
    for (const part of edit.parts) {
      if (typeof part === 'string') code += part;
      else code += applied(source, rest, part.getStart(), part.end);
    }
    at = edit.end;
  }
  return code + source.slice(at, to);
}

// ── Module-level texts, for the server ──

/**
 * Getters for the properties of module-level objects that contain texts, and functions for other constants that do. `lazyNames`
 * are imported names whose values differ by language.
 */
function lazyEdits(
  /** @type {ts.SourceFile} */ file,
  /** @type {import('./texts.js').Text[]} */ texts,
  /** @type {Set<string>} */ lazyNames,
) {
  /** @type {Edit[]} */
  const edits = [];
  /** @type {{ position: number, name: string }[]} */
  const untranslatable = [];
  const lazy = lazyConstants(file, texts, lazyNames);
  /** @type {Set<string>} */
  const thunks = new Set();

  for (const statement of file.statements) {
    if (ts.isExportAssignment(statement)) {
      const { expression } = statement;
      if (ts.isCallExpression(expression))
        for (const argument of expression.arguments)
          if (isTouched(argument, texts, lazy))
            readLazily(argument, texts, lazy, thunks, edits, () =>
              untranslatable.push({ position: statement.getStart(), name: 'default' }),
            );
      continue;
    }
    if (!ts.isVariableStatement(statement)) continue;
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    for (const declared of statement.declarationList.declarations) {
      const value = declared.initializer;
      if (!value || !ts.isIdentifier(declared.name) || ts.isArrowFunction(value) || !isTouched(value, texts, lazy)) continue;
      const { text: name } = declared.name;
      /** @type {Edit[]} */
      const getters = [];
      let isUntranslatable = false;
      readLazily(value, texts, lazy, thunks, getters, () => (isUntranslatable = true));
      if (!isUntranslatable) edits.push(...getters);
      else if (isExported) {
        const kind = isListOf(value) ? '[]' : isThing(value) ? '{}' : null;
        if (kind === null) untranslatable.push({ position: declared.getStart(), name });
        else edits.push({ start: value.getStart(), end: value.end, parts: ['_late(() => (', value, `), ${kind})`] });
      } else {
        thunks.add(name);
        edits.push({ start: value.getStart(), end: value.end, parts: ['() => (', value, ')'] });
        if (declared.type) edits.push({ start: declared.type.pos - 1, end: declared.type.end, parts: [] });
      }
    }
  }
  for (const name of thunks) edits.push(...callsOf(file, name));
  return { edits, untranslatable };
}

/**
 * The constants of a module whose values contain texts or take them from other constants that do, and, as `name()`, the functions
 * that return such values.
 */
export function lazyConstants(
  /** @type {ts.SourceFile} */ file,
  /** @type {import('./texts.js').Text[]} */ texts,
  /** @type {Set<string>} */ lazyNames,
) {
  const lazy = new Set(lazyNames);
  let before = -1;
  // A constant may be used above its declaration, in functions.
  while (lazy.size !== before) {
    before = lazy.size;
    for (const statement of file.statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name && statement.body && isTouched(statement.body, texts, lazy, true))
        lazy.add(`${statement.name.text}()`);
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (!initializer || !ts.isIdentifier(name)) continue;
        if (ts.isArrowFunction(initializer)) {
          if (isTouched(initializer.body, texts, lazy, true)) lazy.add(`${name.text}()`);
        } else if (isTouched(initializer, texts, lazy)) lazy.add(name.text);
      }
    }
  }
  return lazy;
}

const bareOf = (/** @type {ts.Expression} */ value) => {
  while (ts.isAsExpression(value) || ts.isSatisfiesExpression(value) || ts.isParenthesizedExpression(value)) value = value.expression;
  return value;
};
/** Lists and objects can be rebuilt behind a proxy on each read; strings cannot. */
const isListOf = (/** @type {ts.Expression} */ value) => {
  const bare = bareOf(value);
  return (
    ts.isArrayLiteralExpression(bare) ||
    (ts.isCallExpression(bare) &&
      ts.isPropertyAccessExpression(bare.expression) &&
      /^(map|filter|flatMap|sort|toSorted|concat)$/.test(bare.expression.name.text))
  );
};
const isThing = (/** @type {ts.Expression} */ value) => ts.isObjectLiteralExpression(bareOf(value));

/** Whether the value of an expression differs by language when it is evaluated. */
function isTouched(
  /** @type {ts.Node} */ node,
  /** @type {{ start: number, end: number }[]} */ spots,
  /** @type {Set<string>} */ lazy,
  isDeep = false,
) {
  let isSo = false;
  const look = (/** @type {ts.Node} */ at) => {
    if (isSo || ts.isTypeNode(at) || isKeysAlone(at)) return;
    if (ts.isFunctionLike(at) && !isDeep && !isRunAtOnce(at)) return;
    if (spots.some(({ start, end }) => start === at.getStart() && end === at.end)) isSo = true;
    else if (ts.isIdentifier(at) && lazy.has(at.text) && isRead(at)) isSo = true;
    else if (ts.isCallExpression(at) && ts.isIdentifier(at.expression) && lazy.has(`${at.expression.text}()`)) isSo = true;
    else ts.forEachChild(at, look);
  };
  look(node);
  return isSo;
}

/** `Object.keys(words)` and `words.length` read no text. */
const isKeysAlone = (/** @type {ts.Node} */ node) =>
  (ts.isCallExpression(node) && node.expression.getText() === 'Object.keys') ||
  (ts.isPropertyAccessExpression(node) && node.name.text === 'length');

/** `values.map((value) => …)` calls its function immediately. */
const isRunAtOnce = (/** @type {ts.Node} */ node) =>
  ts.isCallExpression(node.parent) &&
  ts.isPropertyAccessExpression(node.parent.expression) &&
  /^(map|flatMap|filter|find|reduce|sort|toSorted|forEach|some|every)$/.test(node.parent.expression.name.text);

/** An identifier that is read as a value, and is neither a property name nor a declaration. */
function isRead(/** @type {ts.Identifier} */ name) {
  const { parent } = name;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === name;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === name;
  if (ts.isVariableDeclaration(parent) || ts.isBindingElement(parent) || ts.isParameter(parent)) return parent.initializer === name;
  if (ts.isJsxAttribute(parent) || ts.isTypeReferenceNode(parent) || ts.isTypeQueryNode(parent)) return false;
  if (ts.isMethodDeclaration(parent) || ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent)) return false;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isFunctionDeclaration(parent) || ts.isFunctionExpression(parent))
    return false;
  if (ts.isLabeledStatement(parent) || ts.isGetAccessorDeclaration(parent)) return false;
  return true;
}

/** Makes getters of the innermost properties that contain texts; calls `onUntranslatable` for a text outside of any property. */
function readLazily(
  /** @type {ts.Expression} */ value,
  /** @type {{ start: number, end: number }[]} */ spots,
  /** @type {Set<string>} */ lazy,
  /** @type {Set<string>} */ thunks,
  /** @type {Edit[]} */ edits,
  /** @type {() => void} */ onUntranslatable,
) {
  if (ts.isAsExpression(value) || ts.isSatisfiesExpression(value) || ts.isParenthesizedExpression(value) || ts.isNonNullExpression(value)) {
    readLazily(value.expression, spots, lazy, thunks, edits, onUntranslatable);
    return;
  }
  if (ts.isArrayLiteralExpression(value)) {
    for (const element of value.elements)
      if (isTouched(element, spots, lazy)) readLazily(element, spots, lazy, thunks, edits, onUntranslatable);
    return;
  }
  if (!ts.isObjectLiteralExpression(value)) {
    // A name of an object of getters may be used anywhere; one that became a function may not.
    if (!ts.isIdentifier(value) || thunks.has(value.text)) onUntranslatable();
    return;
  }
  for (const property of value.properties) {
    if (ts.isSpreadAssignment(property) && isTouched(property.expression, spots, lazy)) onUntranslatable();
    if (ts.isShorthandPropertyAssignment(property) && thunks.has(property.name.text)) onUntranslatable();
    if (!ts.isPropertyAssignment(property) || !isTouched(property.initializer, spots, lazy)) continue;
    /** @type {Edit[]} */
    const inner = [];
    let isUntranslatable = false;
    readLazily(property.initializer, spots, lazy, thunks, inner, () => (isUntranslatable = true));
    if (!isUntranslatable) edits.push(...inner);
    const gap = linesOf(property.getText().slice(property.name.getWidth(), property.initializer.getStart() - property.getStart()));
    if (isUntranslatable)
      edits.push({
        start: property.getStart(),
        end: property.end,
        parts: ['get ', property.name, '() {', gap, ' return (', property.initializer, '); }'],
      });
  }
}

/** Turns every read of a module-level constant in a file into a call. */
function callsOf(/** @type {ts.SourceFile} */ file, /** @type {string} */ name) {
  /** @type {Edit[]} */
  const edits = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isShorthandPropertyAssignment(node) && node.name.text === name && !isShadowed(node, name))
      edits.push({ start: node.getStart(), end: node.end, parts: [`${name}: ${name}()`] });
    else if (
      ts.isIdentifier(node) &&
      node.text === name &&
      !ts.isShorthandPropertyAssignment(node.parent) &&
      isRead(node) &&
      !isShadowed(node, name)
    )
      edits.push({ start: node.getStart(), end: node.end, parts: [`${name}()`] });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return edits;
}

/** Whether an inner function or block declares the name again there. */
function isShadowed(/** @type {ts.Node} */ node, /** @type {string} */ name) {
  for (let at = node.parent; at && !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at) && at.parameters.some((parameter) => declares(parameter.name, name))) return true;
    const statements = ts.isBlock(at) || ts.isCaseClause(at) ? at.statements : [];
    for (const statement of statements) {
      if (ts.isVariableStatement(statement) && statement.declarationList.declarations.some((declared) => declares(declared.name, name)))
        return true;
      if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return true;
    }
    if ((ts.isForOfStatement(at) || ts.isForStatement(at)) && at.initializer && ts.isVariableDeclarationList(at.initializer))
      if (at.initializer.declarations.some((declared) => declares(declared.name, name))) return true;
  }
  return false;
}

/** @returns {boolean} */
function declares(/** @type {ts.BindingName} */ binding, /** @type {string} */ name) {
  if (ts.isIdentifier(binding)) return binding.text === name;
  return binding.elements.some((element) => ts.isBindingElement(element) && declares(element.name, name));
}
