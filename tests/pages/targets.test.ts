/** A linked person is a touch target: the link fills its row, and the row is as high as every touch target. */
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

it("a person's link fills its row, which is as high as a touch target", () => {
  const row = declarationsOf('src/ui/people/person-line.module.css');
  const { '--target': target } = declarationsOf('styles/tokens.css')[':root'] ?? {};
  expect(rem(target)).toBeGreaterThanOrEqual(2.75);
  expect(rem(row['.line']?.['min-block-size'])).toBeGreaterThanOrEqual(rem(target));
  expect(row['.line']).toMatchObject({ position: 'relative' });
  expect(row['.link::after']).toMatchObject({ content: "''", position: 'absolute', inset: '0' });
  // A positioned element around the text would limit the clickable area to the text.
  for (const selector of ['.words', '.name', '.link']) expect(row[selector]).not.toHaveProperty('position');
});
