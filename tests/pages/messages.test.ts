/** /messages and one of them: a list that stands beside a thread must not be built anew for it. */
import one from '../../pages/messages/[id]';
import all from '../../pages/messages/index';

it('shows the list and one conversation as the same page, so that opening one keeps what was looked for and where', () => {
  expect(one).toBe(all);
});
