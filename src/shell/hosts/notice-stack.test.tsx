import { EventEmitter } from 'node:events';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SocketContext } from '@web/realtime/socket-events';
import type { EventSocket } from '@web/realtime/socket-events';
import { fan, operator, performer } from '../../../tests/kit/fixtures/accounts';
import { mockEndpoint, startFakeHost } from '../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../tests/kit/screens/render';
import { NoticeStack } from './notice-stack';

startFakeHost();
const notices = () => within(screen.getByRole('complementary', { name: 'Notices' }));

test('a new performer sees the email and document notices, and neither is collapsed', async () => {
  renderScreen(<NoticeStack />, {
    user: performer({ isEmailVerified: false, verification: 'pending' }),
    settings: { isSandbox: true },
  });
  expect(await notices().findByText(/Confirm your email address\. We sent a link to/)).toBeInTheDocument();
  expect(notices().getByText(/documents are in review/)).toBeInTheDocument();
  expect(screen.queryByText(/more notice/)).not.toBeInTheDocument();
});

test('an undeliverable address replaces the verification notice, and can be retried', async () => {
  const sent = mockEndpoint('POST /auth/email-verification', { sent: true });
  renderScreen(<NoticeStack />, {
    user: fan({ isEmailVerified: false, undeliverableEmail: 'fin@example.com' }),
    settings: { isSandbox: false },
  });
  expect(await notices().findByText('Email to fin@example.com couldn’t be delivered. Check your address.')).toBeInTheDocument();
  expect(notices().queryByText(/Confirm your email address\. We sent a link to/)).not.toBeInTheDocument();
  expect(notices().getByRole('link', { name: 'Change address' })).toHaveAttribute('href', '/user/account');
  await userEvent.click(notices().getByRole('button', { name: 'Try again' }));
  expect(await notices().findByText(/We sent a new link to fin@example.com/)).toBeInTheDocument();
  expect(sent).toHaveLength(1);
});

test('an operator sees that maintenance is on, and can switch it off', async () => {
  renderScreen(<NoticeStack />, { user: operator(), settings: { isSandbox: false, maintenanceMode: true } });
  expect(await notices().findByText('Maintenance mode is on')).toBeInTheDocument();
  expect(notices().getByRole('button', { name: 'Turn off' })).toBeInTheDocument();
});

test('siteOnly hides account notices', () => {
  const user = performer({ isEmailVerified: false, verification: 'pending' });
  renderScreen(<NoticeStack siteOnly />, { user, settings: { isSandbox: true } });
  expect(screen.queryByRole('complementary', { name: 'Notices' })).not.toBeInTheDocument();
  expect(screen.queryByText(/Confirm your email address|documents are in review/)).not.toBeInTheDocument();
});

test('a guest of a site with a gateway sees no notices', () => {
  renderScreen(<NoticeStack />, { settings: { isSandbox: false } });
  expect(screen.queryByRole('complementary', { name: 'Notices' })).not.toBeInTheDocument();
});

describe('a live performer', () => {
  test('sees a link to the studio on every page', async () => {
    renderScreen(<NoticeStack />, { user: performer({ isLive: true }), settings: { isSandbox: false }, path: '/home' });
    const bar = within(await screen.findByRole('complementary', { name: 'Your stream' }));
    expect(bar.getByText('You’re live')).toBeInTheDocument();
    expect(bar.getByRole('link', { name: 'Open studio' })).toHaveAttribute('href', '/creator/live');
  });

  test('sees the bar appear and disappear by socket events', async () => {
    const socket = new EventEmitter();
    const source = { on: socket.on.bind(socket), off: socket.off.bind(socket) } as unknown as EventSocket;
    const { _id: performerId } = performer();
    renderScreen(
      <SocketContext.Provider value={source}>
        <NoticeStack />
      </SocketContext.Provider>,
      { user: performer(), settings: { isSandbox: false } },
    );
    const payload = { streamId: 's', performerId, sessionId: 'x', at: '2026-05-01T10:00:00.000Z' };
    // The component is loaded on demand, and then subscribes.
    await waitFor(() => expect(socket.listenerCount('stream/started')).toBe(1));
    act(() => void socket.emit('stream/started', { ...payload, eventId: '1' }));
    expect(screen.getByText('You’re live')).toBeInTheDocument();
    act(() => void socket.emit('stream/ended', { ...payload, reason: 'owner', eventId: '2' }));
    expect(screen.queryByText('You’re live')).not.toBeInTheDocument();
  });
});
