/**
 * Reduces jsdom's default style sheet to the rules that decide what is visible. jsdom matches every rule for each computed style, and
 * queries by role compute styles of thousands of elements. Must be loaded before jsdom computes the first style.
 */
'use strict';

const file = require.resolve('jsdom/lib/jsdom/browser/default-stylesheet.js');
const original = require(file);
const rules = original.replaceAll(/\/\*[^]*?\*\//g, '').match(/[^{}]+\{[^{}]*\}/g) ?? [];
require.cache[file].exports = rules.filter((rule) => /\b(display|visibility)\s*:/.test(rule)).join('\n');
