/** Posts on the search page. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { post } from '../../../../tests/kit/answers/content';
import { answer, cutOff, startTestHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { FoundPosts } from './found-posts';

startTestHost();

it('shows the first posts that fit the words, also after it failed once', async () => {
  cutOff('GET /user/feeds');
  renderScreen(<FoundPosts words="studio" />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  const heard = answer('GET /user/feeds', { data: [post()], total: 1, nextCursor: null });
  await userEvent.click(again);
  expect(await screen.findByRole('link', { name: 'Good morning from the studio.' })).toHaveAttribute('href', '/post/first-post');
  expect(heard[0]?.query.get('q')).toBe('studio');
});
