/** Posts on the search page. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { post } from '../../../../tests/kit/fixtures/content';
import { mockEndpoint, mockNetworkError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { PostSearchResults } from './found-posts';

startFakeHost();

it('shows the first matching posts, also after a failed request', async () => {
  mockNetworkError('GET /user/feeds');
  renderScreen(<PostSearchResults searchText="studio" />);
  const retryButton = await screen.findByRole('button', { name: 'Try again' });
  const requests = mockEndpoint('GET /user/feeds', { data: [post()], total: 1, nextCursor: null });
  await userEvent.click(retryButton);
  expect(await screen.findByRole('link', { name: 'Good morning from the studio.' })).toHaveAttribute('href', '/post/first-post');
  expect(requests[0]?.query.get('q')).toBe('studio');
});
