/** Finds imported names whose texts are looked up lazily, by reading the files that export them. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { parse, textsIn } from './texts.js';
import { lazyConstants } from './rewrite.js';

const aliases = { '@web/': 'src/', '@contract/': 'contract/' };

/** The file of an import path; null for packages and styles. */
function fileOf(/** @type {string} */ name, /** @type {string} */ from) {
  const alias = Object.entries(aliases).find(([prefix]) => name.startsWith(prefix));
  if (!alias && !name.startsWith('.')) return null;
  const base = alias
    ? join(from.replace(/\/(src|pages|contract)\/.*$/s, ''), alias[1], name.slice(alias[0].length))
    : resolve(dirname(from), name);
  return ['.ts', '.tsx', '/index.ts'].map((end) => base + end).find((path) => existsSync(path)) ?? null;
}

/** @type {Map<string, Set<string>>} */
const known = new Map();

/** The exported constants of a file that contain texts. */
function lazyExportsOf(/** @type {string} */ path) {
  const before = known.get(path);
  if (before) return before;
  // Files in an import cycle do not take module texts from each other.
  known.set(path, new Set());
  const file = parse(path, readFileSync(path, 'utf8'));
  const lazy = lazyConstants(file, textsIn(file), lazyNamesOf(file));
  for (const statement of file.statements) {
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const from = fileOf(statement.moduleSpecifier.text, path);
    if (from !== null) for (const name of lazyExportsOf(from)) lazy.add(name);
  }
  known.set(path, lazy);
  return lazy;
}

/** The names under which a file imports constants with texts from other files. */
export function lazyNamesOf(/** @type {ts.SourceFile} */ file) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || statement.importClause?.isTypeOnly || !ts.isStringLiteral(statement.moduleSpecifier))
      continue;
    const bindings = statement.importClause?.namedBindings;
    const path = bindings && ts.isNamedImports(bindings) ? fileOf(statement.moduleSpecifier.text, file.fileName) : null;
    if (path === null || !bindings || !ts.isNamedImports(bindings)) continue;
    const lazy = lazyExportsOf(path);
    for (const { name, propertyName } of bindings.elements) {
      if (lazy.has((propertyName ?? name).text)) names.add(name.text);
      if (lazy.has(`${(propertyName ?? name).text}()`)) names.add(`${name.text}()`);
    }
  }
  return names;
}
