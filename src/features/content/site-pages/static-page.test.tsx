/** Static pages by operators: public with their title, and not found while they are drafts. */
import { screen } from '@testing-library/react';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { StaticPageScreen } from './static-page';

startFakeHost();

const show = () => renderScreen(<StaticPageScreen />, { path: '/page/terms', query: { slug: 'terms' } });

it('shows the title, the last update and the text', async () => {
  const requests = mockEndpoint('GET /posts/:id', {
    _id: '0198c0de-0000-7000-8000-0000000000b1',
    slug: 'terms',
    type: 'page',
    title: 'Terms of use',
    shortDescription: 'The rules of this site.',
    ordering: 0,
    content: '<h2>Who may join</h2><p>Adults.</p>',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-02-01T00:00:00.000Z',
  });
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms of use' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 2, name: 'Who may join' })).toBeInTheDocument();
  expect(screen.getByText(/Updated/)).toBeInTheDocument();
  expect(requests[0]?.params).toEqual({ id: 'terms' });
});

it('is not found while it is a draft', async () => {
  mockError('GET /posts/:id', 'post_not_found');
  show();
  expect(await screen.findByText('This page doesn’t exist or was removed.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
});
