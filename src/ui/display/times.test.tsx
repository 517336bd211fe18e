/** Countdowns on a device whose clock is wrong. */
import { render, screen } from '@testing-library/react';
import { noteServerTime } from '@web/lib/server-clock';
import { Countdown } from './times';

const fiveMinutes_ms = 300_000;
afterEach(() => noteServerTime(new Date().toUTCString()));

it('a countdown to a server time uses the server clock, and one to a local time the device clock', () => {
  const serverTime = Date.now() - fiveMinutes_ms;
  noteServerTime(new Date(serverTime).toUTCString());
  render(
    <>
      <Countdown label="Time to answer" until={new Date(serverTime + 61_000).toISOString()} />
      <Countdown label="Time until your next message" until={Date.now() + 61_000} />
    </>,
  );
  for (const label of ['Time to answer', 'Time until your next message'])
    expect(screen.getByRole('timer', { name: label })).toHaveTextContent(/^(0:5\d|1:0\d)$/);
});
