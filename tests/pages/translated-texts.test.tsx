/** The build transforms texts so that they can be translated: English stays the same, and translations replace it. */
import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { render } from '@testing-library/react';
import { createElement, Fragment, type ComponentType } from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import ts from 'typescript';
import { patternsOf, translatorFor } from '@server/platform/languages/patterns';
import { languageOf } from '@server/platform/languages/languages';
import { rewrite } from '../../bin/words/rewrite.js';
import { parse, textsIn } from '../../bin/words/texts.js';
import { nativeNameOf } from '@web/lib/i18n/languages';
import { translateMessage } from '@web/lib/i18n/server-messages';
import { translationsScript } from '@web/lib/i18n/translations-script';
import * as runtime from '@web/lib/i18n/words';

const globals = globalThis as { viewerLocale?: () => runtime.ViewerLocale | undefined };
const translateWith = (translations: Record<string, string>): void =>
  void (globals.viewerLocale = () => ({
    language: 'de',
    words: translations,
    translate: translatorFor(translations, patternsOf(translations)),
  }));
afterEach(() => delete globals.viewerLocale);

const keysOf = (source: string): string[] => textsIn(parse('sample.tsx', source)).map(({ key }) => key);

/** The export `it` of a module, untransformed, or transformed for the browser or the server. */
function run(source: string, target: 'untransformed' | 'browser' | 'server'): unknown {
  const code = target === 'untransformed' ? source : rewrite('sample.tsx', source, { isLazy: target === 'server' }).code;
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, jsx: ts.JsxEmit.ReactJSX },
    fileName: 'sample.tsx',
  });
  const modules: Record<string, unknown> = { '@web/lib/i18n/words': runtime, 'react/jsx-runtime': jsxRuntime, react: { Fragment } };
  const module = { exports: {} as { it?: unknown } };
  const compiled = compileFunction(outputText, ['require', 'module', 'exports']) as (...args: unknown[]) => void;
  compiled((name: string) => modules[name], module, module.exports);
  return module.exports.it;
}

/** The markup, without the comments that separate adjacent texts. */
const html = (compiled: unknown): string => renderToStaticMarkup(createElement(compiled as () => null)).replaceAll('<!-- -->', '');

const samples: Record<string, string> = {
  'a single text': `export const it = () => <p>Log in</p>;`,
  'line breaks': `export const it = () => (
    <div>
      One line
      and another,   with   blanks

      <b>bold</b> after it
      <i>set apart</i>
    </div>
  );`,
  'explicit spaces': `export const it = () => <p>Read{' '}<a href="/x">the rules</a>{' '}first.</p>;`,
  entities: `export const it = () => <p>Fish &amp; chips&nbsp;&mdash; &lt;now&gt; &#39;really&#x27;</p>;`,
  'values inside a sentence': `const n = 3; export const it = () => <p>You have {n} tokens, and {n === 1 ? 'one day' : 'some days'} left.</p>;`,
  'empty values inside a sentence': `const none = null; export const it = () => <p>Seen {none}{false} by {0} people</p>;`,
  'lists inside a sentence': `const all = ['a', 'b']; export const it = () => <p>Among: {all.map((one) => <b key={one}>{one}</b>)} and others</p>;`,
  'an icon beside a text': `const PlusIcon = () => <svg />; export const it = () => <button type="button"><PlusIcon /> Add a file</button>;`,
  attributes: `export const it = () => <input aria-label="Your name" placeholder="Ada &amp; Eve" type="text" name="Your name" />;`,
  'an attribute with a string expression': `export const it = () => <img alt={'A picture'} src="/a.png" />;`,
  templates: "const name = 'Ada'; export const it = () => <p title={`Hello ${name}, you`}>{`See ${name}’s ${'page'}`}</p>;",
  'options of a select': `const size = 3; export const it = () => <select><option value="a">Size {size} of it</option></select>;`,
  'module-level objects of texts': `const words = { idle: 'Starting', run: { word: 'On its way', tone: 'ok' } } as const;
    export const it = () => <p className={words.run.tone}>{words.idle}: {words.run.word}</p>;`,
  'module-level lists': `const known = { a: 'First thing' }; const choices = [{ value: 'x', label: 'Any kind' }, ...Object.entries(known).map(([value, label]) => ({ value, label }))];
    export const it = () => <ul>{choices.map(({ value, label }) => <li key={value}>{label}</li>)}</ul>;`,
  'module-level constants': `const promise = 'Closer to people'; const both = { promise };
    export const it = () => { const other = (promise: string) => promise; return <p>{promise} {other('x')} {both.promise}</p>; };`,
  'shadowed names': `const label = 'All of them'; export const it = () => { const label = 'x1'; return <p title={label}>{[1].map((label) => <b key={label}>{label}</b>)}</p>; };`,
};

it.each(Object.entries(samples))('the build renders the same English as the source: %s', (_name, source) => {
  const before = html(run(source, 'untransformed'));
  expect(html(run(source, 'browser'))).toBe(before);
  expect(html(run(source, 'server'))).toBe(before);
});

it.each(Object.entries(samples))('the build keeps the line numbers: %s', (_name, source) => {
  const lines = (text: string): number => text.split('\n').length;
  for (const isLazy of [true, false]) expect(lines(rewrite('sample.tsx', source, { isLazy }).code)).toBe(lines(source));
});

it('a sentence with inline elements is one message, whose translation may reorder them', () => {
  const source = `const n = 3; export const it = () => <p>Read <a href="/x">the rules</a> {n} times.</p>;`;
  expect(keysOf(source)).toEqual(['Read {0} {1} times.', 'the rules']);
  translateWith({ 'Read {0} {1} times.': 'Lies {1}-mal {0}.', 'the rules': 'die Regeln' });
  expect(html(run(source, 'browser'))).toBe('<p><span>Lies 3-mal </span><a href="/x">die Regeln</a>.</p>');
});

it('values in the other text direction are isolated, in elements, attributes and templates', () => {
  const source =
    "const name = 'سارا'; const tokens = 20; export const it = () => <p title={`${name} sent ${tokens} tokens`}>{name} sent {tokens} tokens</p>;";
  const expected = '\u2068سارا\u2069 sent 20 tokens';
  for (const target of ['browser', 'server'] as const) expect(html(run(source, target))).toBe(`<p title="${expected}">${expected}</p>`);
});

it('bidirectional control characters are removed from values', () => {
  const source = "const name = '\u202esnekot'; export const it = () => <p title={`${name} sent 10`}>{name} sent 10</p>;";
  expect(html(run(source, 'browser'))).toBe('<p title="snekot sent 10">snekot sent 10</p>');
});

it('the lookup of the page’s first script isolates values and removes control characters, too', () => {
  (0, eval)(translationsScript);
  const { _t } = globalThis as unknown as { _t: (text: string, ...values: unknown[]) => string };
  expect(_t('{0} sent {1}', 'سارا', 20)).toBe('\u2068سارا\u2069 sent 20');
  expect(_t('{0} sent {1}', '\u202esnekot', '10')).toBe('snekot sent 10');
  document.documentElement.dir = 'rtl';
  expect(_t('{0} sent {1}', 'Ada', 20)).toBe('\u2068Ada\u2069 sent 20');
  document.documentElement.dir = '';
});

it('module-level texts are translated for each request on the server', () => {
  const source = `const words = { idle: 'Starting', list: [{ label: 'Any kind' }] } satisfies object; const rest = 'Some text';
    export const it = () => [words.idle, words.list[0].label, rest].join();`;
  const compiled = run(source, 'server') as () => string;
  expect(compiled()).toBe('Starting,Any kind,Some text');
  translateWith({ Starting: 'Beginnt', 'Any kind': 'Jede Art', 'Some text': 'Ein Text' });
  expect(compiled()).toBe('Beginnt,Jede Art,Ein Text');
});

it('module-level lists and objects are translated for each request', () => {
  const source = `const some = { a: 'One thing' }; export const all = { ...some, b: 'Another thing' }; export const list = ['One thing', 'Another thing'];
    export const it = () => [Object.values(all).join(), { ...all }.a, list.map((word) => word).join(), list.length].join(' ');`;
  const compiled = run(source, 'server') as () => string;
  expect(compiled()).toBe('One thing,Another thing One thing One thing,Another thing 2');
  translateWith({ 'One thing': 'Eins', 'Another thing': 'Zwei' });
  expect(compiled()).toBe('Eins,Zwei Eins Eins,Zwei 2');
});

it('texts that a module-level list takes from another one are translated for each request', () => {
  const source = `const some = { a: 'One thing', b: 'Another thing' }; const kinds = Object.values(some).filter((word) => word !== '');
    const options = kinds; const choices = [{ key: 'x', options: kinds }, { options }];
    export const it = () => choices.map((choice) => choice.options.join()).join(' ');`;
  const compiled = run(source, 'server') as () => string;
  expect(compiled()).toBe('One thing,Another thing One thing,Another thing');
  translateWith({ 'One thing': 'Eins', 'Another thing': 'Zwei' });
  expect(compiled()).toBe('Eins,Zwei Eins,Zwei');
});

it('the build reports module-level texts that cannot be translated lazily', () => {
  const untranslatable = (source: string): string[] =>
    rewrite('sample.ts', source, { isLazy: true }).untranslatable.map(({ name }) => name);
  expect(untranslatable(`export const promise = 'Closer to people';`)).toEqual(['promise']);
  expect(untranslatable(`export const words = { a: 'One thing' };`)).toEqual([]);
  expect(untranslatable(`export const list = ['One thing', 'Another']; export const both = { ...{ a: 'One thing' } };`)).toEqual([]);
});

it('the build finds texts in a list whose methods are called', () => {
  expect(keysOf(`const isOn = true; export const note = [isOn ? 'Online' : '', 'You subscribe'].filter(Boolean).join();`)).toEqual([
    'Online',
    'You subscribe',
  ]);
});

describe('on a page that the browser translates', () => {
  /** Replaces each text node with an element, as browsers do. */
  const translatePage = (element: Element): void => {
    for (const node of [...element.childNodes]) {
      if (node instanceof Element) translatePage(node);
      else node.replaceWith(Object.assign(document.createElement('x-translation'), { textContent: node.textContent }));
    }
  };

  it.each([
    ['alone', '<p>You pay {n} tokens, {name} receives {n - 1}</p>', 'You pay 20 tokens, Ada receives 19'],
    ['beside elements', '<p>You pay {n} <b>tokens</b> for {n - 1} of {name}</p>', 'You pay 20 tokens for 19 of Ada'],
    ['between elements', '<p>You pay <b>soon</b>, <i>now</i> {n} of <b>{name}</b></p>', 'You pay soon, now 20 of Ada'],
  ])('a sentence shows its current values: %s', (_name, source, expected) => {
    const Sentence = run(`export const it = ({ n, name }) => ${source};`, 'browser') as ComponentType<{ n: number; name: string }>;
    const { container, rerender } = render(<Sentence n={5} name="Ada" />);
    translatePage(container);
    rerender(<Sentence n={20} name="Ada" />);
    expect(container.textContent).toBe(expected);
  });
});

it('the build ignores identifiers and technical strings', () => {
  const source = `
    import x from 'Some module';
    type Kind = 'Some kind' | 'other kind';
    const isEnter = (event: { key: string }) => event.key === 'Enter' || event.key === 'Some key';
    const asked = call('GET /some thing'); const seen = useEndpoint('POST /x', { path: 'Some path' });
    const header = { 'Retry-After': 'x', href: '/some path', className: 'one two' };
    switch (asked) { case 'Some case': break; }
    throw new Error('nothing to say here');
    const style = <p className="one two" id="Some" style={{ inset: '0 auto', color: 'var(--some)' }} data-x="Some words" />;`;
  expect(keysOf(source)).toEqual([]);
});

it('API messages are translated, with the values that were filled in', () => {
  expect(translateMessage('Nothing known.')).toBe('Nothing known.');
  translateWith({ '“{0}” isn’t a valid country code.': 'Ein Land {0} gibt es nicht.', 'Write something.': 'Schreib etwas.' });
  expect(translateMessage('Write something.')).toBe('Schreib etwas.');
  expect(translateMessage('“XX” isn’t a valid country code.')).toBe('Ein Land XX gibt es nicht.');
  expect(translateMessage('Their own words')).toBe('Their own words');
});

it('notification texts are translated to German, whatever values were filled in', () => {
  translateWith(JSON.parse(readFileSync('locales/de.json', 'utf8')) as Record<string, string>);
  expect(translateMessage('sent you a tip of 20 tokens: “Thank you: all of you”')).toBe(
    'hat dir 20 Tokens Trinkgeld gegeben: „Thank you: all of you“',
  );
  expect(translateMessage('Your order O-000001 (Song) is on its way.')).toBe('Deine Bestellung O-000001 (Song) ist unterwegs.');
  expect(translateMessage('is live now: Loops')).toBe('ist jetzt live: Loops');
});

it('the language of a page is the chosen one, else the first requested one that the site has', () => {
  const offered = ['en', 'de'];
  expect(languageOf('de', 'en', offered)).toBe('de');
  expect(languageOf('xx', 'fr;q=0.9, de-AT;q=0.8, en;q=0.7', offered)).toBe('de');
  expect(languageOf(undefined, 'de;q=0, fr', offered)).toBe('en');
  expect(languageOf(undefined, undefined, offered)).toBe('en');
  expect(languageOf(undefined, ';;,,=,*', offered)).toBe('en');
  expect(offered.map(nativeNameOf)).toEqual(['English', 'Deutsch']);
});
