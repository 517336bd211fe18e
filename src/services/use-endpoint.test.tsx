/** The loading state while a response is revalidated. */
import { act, screen, waitFor } from '@testing-library/react';
import { mockEndpoint, startFakeHost } from '../../tests/kit/screens/fake-host';
import { renderScreen } from '../../tests/kit/screens/render';
import { endpointKeyText, useEndpoint } from './use-endpoint';

startFakeHost();

const none = { total: 0 };

it('isLoading stays false while initial data is revalidated', async () => {
  let revalidate: () => Promise<unknown> = () => Promise.resolve();
  let respond: (fresh: typeof none) => void = () => undefined;
  const requests = mockEndpoint('GET /messages/total-unread-messages', () => new Promise<typeof none>((resolve) => (respond = resolve)));
  function Count() {
    const { data, isLoading, mutate } = useEndpoint('GET /messages/total-unread-messages', {});
    revalidate = mutate;
    return <p aria-busy={isLoading}>{data === undefined ? 'Nothing' : String(data.total)}</p>;
  }
  renderScreen(<Count />, { fallback: { [endpointKeyText('GET /messages/total-unread-messages', {})]: none } });
  act(() => void revalidate());
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.getByText('0')).toHaveAttribute('aria-busy', 'false');
  respond({ total: 3 });
  expect(await screen.findByText('3')).toHaveAttribute('aria-busy', 'false');
});
