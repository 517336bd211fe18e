/** The tag beside the logo while no payment gateway is set up. */
import { screen } from '@testing-library/react';
import { renderScreen } from '../../../tests/kit/screens/render';
import { TestModeTag } from './test-mode';

it('opens a panel that explains that no real money moves', () => {
  renderScreen(<TestModeTag />, { settings: { isSandbox: true } });
  const tag = screen.getByRole('button', { name: 'Test mode' });
  const panel = screen.getByRole('dialog', { name: 'Test mode', hidden: true });
  expect(panel).toHaveTextContent('Payments are simulated and no real money moves.');
  expect(tag).toHaveAttribute('popovertarget', panel.id);
});

it('is hidden once a payment gateway is set up', () => {
  renderScreen(<TestModeTag />, { settings: { isSandbox: false } });
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
