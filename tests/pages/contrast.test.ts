/** The colors of the themes: text has the contrast to its background that WCAG 2.2 AA requires. */
import { readFileSync } from 'node:fs';
import postcss from 'postcss';

const textContrastMin = 4.5;

/** The color of a text and that of its background. */
const pairs = [
  ['--text', '--bg'],
  ['--text', '--raised'],
  ['--muted', '--bg'],
  ['--muted', '--raised'],
  ['--accent', '--bg'],
  ['--on-accent', '--accent'],
  ['--on-danger', '--danger'],
  ['--on-live', '--live'],
] as const;

/** The colors that each theme declares, by the selector of its rule. */
const themes = new Map<string, Map<string, string>>();
postcss.parse(readFileSync('styles/tokens.css', 'utf8')).walkRules(({ selector, nodes }) => {
  const colors = nodes.flatMap((node) => (node.type === 'decl' && node.value.startsWith('#') ? [[node.prop, node.value] as const] : []));
  if (nodes.some((node) => node.type === 'decl' && node.prop === '--text')) themes.set(selector, new Map(colors));
});

function luminance(color: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(text: string, background: string): number {
  const [dark = 0, light = 0] = [luminance(text), luminance(background)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

it('there is a light theme and a dark one', () => {
  expect(themes.size).toBe(2);
});

it.each([...themes].flatMap(([theme, colors]) => pairs.map((pair) => [...pair, theme, colors] as const)))(
  '%s is readable on %s in the theme %s',
  (text, background, _theme, colors) => {
    expect(contrast(colors.get(text) ?? '', colors.get(background) ?? '')).toBeGreaterThanOrEqual(textContrastMin);
  },
);

it('links in the live show bar have its text color and no background of their own', () => {
  const declared: Record<string, Record<string, string>> = {};
  postcss.parse(readFileSync('src/shell/hosts/notice-stack.module.css', 'utf8')).walkRules(({ selectors, nodes }) => {
    for (const selector of selectors)
      for (const node of nodes) if (node.type === 'decl') (declared[selector] ??= {})[node.prop] = node.value;
  });
  expect(declared['.live']).toMatchObject({ background: 'var(--live)', color: 'var(--on-live)' });
  for (const link of ['.live a', '.live a:hover']) expect(declared[link]).toMatchObject({ background: 'transparent', color: 'inherit' });
});
