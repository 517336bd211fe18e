import { EventEmitter } from 'node:events';
import { act, screen, waitFor, within } from '@testing-library/react';
import { SocketContext } from '@web/realtime/socket-events';
import type { EventSource } from '@web/realtime/socket-events';
import { operator, performer } from '../../../tests/kit/answers/accounts';
import { renderScreen } from '../../../tests/kit/screens/render';
import { NoticeStack } from './notice-stack';

const notices = () => within(screen.getByRole('complementary', { name: 'Notices' }));

test('a new performer reads about her mail and her papers beside the sandbox pill, and nothing is folded', async () => {
  renderScreen(<NoticeStack />, {
    user: performer({ isEmailVerified: false, verification: 'pending' }),
    settings: { isSandbox: true },
  });
  expect(notices().getByText('Sandbox: no real money moves')).toBeInTheDocument();
  expect(await notices().findByText(/confirm your e-mail address/)).toBeInTheDocument();
  expect(notices().getByText(/documents are in review/)).toBeInTheDocument();
  expect(screen.queryByText(/more notice/)).not.toBeInTheDocument();
});

test('an operator who tries the closed site is told so, with the way to open it', async () => {
  renderScreen(<NoticeStack />, { user: operator(), settings: { isSandbox: false, maintenanceMode: true } });
  expect(await notices().findByText('Maintenance is on')).toBeInTheDocument();
  expect(notices().getByRole('button', { name: 'Switch off' })).toBeInTheDocument();
});

test('whoever passes a page of a single task while she signs in reads nothing there of her account', () => {
  const user = performer({ isEmailVerified: false, verification: 'pending' });
  renderScreen(<NoticeStack siteOnly />, { user, settings: { isSandbox: true } });
  expect(notices().getByText('Sandbox: no real money moves')).toBeInTheDocument();
  expect(screen.queryByText(/confirm your e-mail address|documents are in review/)).not.toBeInTheDocument();
});

test('a guest of a site with a gateway sees no notices at all', () => {
  renderScreen(<NoticeStack />, { settings: { isSandbox: false } });
  expect(screen.queryByRole('complementary', { name: 'Notices' })).not.toBeInTheDocument();
});

describe('a performer whose show runs', () => {
  test('is led back to it from everywhere', async () => {
    renderScreen(<NoticeStack />, { user: performer({ isLive: true }), settings: { isSandbox: false }, path: '/home' });
    const bar = within(await screen.findByRole('complementary', { name: 'Your show' }));
    expect(bar.getByText('You are live')).toBeInTheDocument();
    expect(bar.getByRole('link', { name: 'Open studio' })).toHaveAttribute('href', '/creator/live');
  });

  test('hears of its begin and its end', async () => {
    const ear = new EventEmitter();
    const source = { on: ear.on.bind(ear), off: ear.off.bind(ear) } as unknown as EventSource;
    const { _id: performerId } = performer();
    renderScreen(
      <SocketContext.Provider value={source}>
        <NoticeStack />
      </SocketContext.Provider>,
      { user: performer(), settings: { isSandbox: false } },
    );
    const told = { streamId: 's', performerId, sessionId: 'x', at: '2026-05-01T10:00:00.000Z' };
    // Its code comes by itself; until then nobody listens.
    await waitFor(() => expect(ear.listenerCount('stream/started')).toBe(1));
    act(() => void ear.emit('stream/started', { ...told, eventId: '1' }));
    expect(screen.getByText('You are live')).toBeInTheDocument();
    act(() => void ear.emit('stream/ended', { ...told, reason: 'owner', eventId: '2' }));
    expect(screen.queryByText('You are live')).not.toBeInTheDocument();
  });
});
