/** What a screen is told while an answer that it shows is asked for again. */
import { act, screen, waitFor } from '@testing-library/react';
import { answer, startTestHost } from '../../tests/kit/screens/fake-host';
import { renderScreen } from '../../tests/kit/screens/render';
import { endpointKeyText, useEndpoint } from './use-endpoint';

startTestHost();

const none = { total: 0 };

it('does not call an answer that came with the page loading while it is asked for again', async () => {
  let reread: () => Promise<unknown> = () => Promise.resolve();
  let bring: (fresh: typeof none) => void = () => undefined;
  const asked = answer('GET /messages/total-unread-messages', () => new Promise<typeof none>((resolve) => (bring = resolve)));
  function Count() {
    const { data, isLoading, mutate } = useEndpoint('GET /messages/total-unread-messages', {});
    reread = mutate;
    return <p aria-busy={isLoading}>{data === undefined ? 'Nothing' : String(data.total)}</p>;
  }
  renderScreen(<Count />, { fallback: { [endpointKeyText('GET /messages/total-unread-messages', {})]: none } });
  act(() => void reread());
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.getByText('0')).toHaveAttribute('aria-busy', 'false');
  bring({ total: 3 });
  expect(await screen.findByText('3')).toHaveAttribute('aria-busy', 'false');
});
