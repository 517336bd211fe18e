import { render, screen } from '@testing-library/react';
import { LinkedText } from './linked-text';

it('links complete URLs and keeps every character of the text', async () => {
  const text = 'See „https://en.wikipedia.org/wiki/Footlight_(theatre)“, or Https://a.example/bを見て';
  const { container } = render(<LinkedText>{text}</LinkedText>);
  expect((await screen.findAllByRole('link')).map((link) => link.getAttribute('href'))).toEqual([
    'https://en.wikipedia.org/wiki/Footlight_(theatre)',
    'Https://a.example/b',
  ]);
  expect(container.textContent.replaceAll(' (opens in a new window)', '')).toBe(text);
});

it('shows a text without URLs unchanged', () => {
  const { container } = render(<LinkedText>{'One\ntwo'}</LinkedText>);
  expect(container.innerHTML).toBe('<p class="text">One\ntwo</p>');
});
