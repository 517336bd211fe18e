import { render } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as icons from './icons';

test('icons.svg has exactly the symbols of the icon components', () => {
  const { container } = render(Object.entries(icons).map(([name, Icon]) => <Icon key={name} />));
  const used = [...container.querySelectorAll('use')].map((use) => use.getAttribute('href')?.split('#')[1]);
  const defined = [...readFileSync(join(__dirname, 'icons.svg'), 'utf8').matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
  expect(used.sort()).toEqual(defined.sort());
});
