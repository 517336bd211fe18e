import { render } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as icons from './icons';

test('every icon has its lines in the set, and the set has no others', () => {
  const { container } = render(Object.entries(icons).map(([name, Icon]) => <Icon key={name} />));
  const used = [...container.querySelectorAll('use')].map((use) => use.getAttribute('href')?.split('#')[1]);
  const drawn = [...readFileSync(join(__dirname, 'icons.svg'), 'utf8').matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
  expect(used.sort()).toEqual(drawn.sort());
});
