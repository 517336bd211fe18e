/** A linked person is a target for a finger: the whole row is the link, and a row is at least as high as every target. */
import { readFileSync } from 'node:fs';
import postcss from 'postcss';

/** The declarations of a style sheet outside of conditions, by selector. */
function declarationsOf(path: string): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {};
  postcss.parse(readFileSync(path, 'utf8')).each((rule) => {
    if (rule.type !== 'rule') return;
    for (const selector of rule.selectors)
      for (const node of rule.nodes) if (node.type === 'decl') (found[selector] ??= {})[node.prop] = node.value;
  });
  return found;
}

/** A length in rem, with the default text size. */
const rem = (length = ''): number => (/^[\d.]+rem$/.test(length) ? Number.parseFloat(length) : Number.NaN);

it('the link of a person fills a row that is high enough', () => {
  const row = declarationsOf('src/ui/people/person-line.module.css');
  const { '--target': target } = declarationsOf('styles/tokens.css')[':root'] ?? {};
  expect(rem(target)).toBeGreaterThanOrEqual(2.75);
  expect(rem(row['.line']?.['min-block-size'])).toBeGreaterThanOrEqual(rem(target));
  expect(row['.line']).toMatchObject({ position: 'relative' });
  expect(row['.link::after']).toMatchObject({ content: "''", position: 'absolute', inset: '0' });
  // Otherwise the area would end at the words.
  for (const selector of ['.words', '.name', '.link']) expect(row[selector]).not.toHaveProperty('position');
});
