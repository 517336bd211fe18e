/** The number stepper. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Stepper } from './stepper';

function Quantity() {
  const [value, setValue] = useState(2);
  return <Stepper label="Pieces" value={value} min={1} max={4} onChange={setValue} />;
}

it('changes by buttons and arrow keys within its limits', async () => {
  render(<Quantity />);
  const field = screen.getByRole('textbox', { name: 'Pieces' });
  await userEvent.click(screen.getByRole('button', { name: 'Pieces: decrease' }));
  expect(field).toHaveValue('1');
  expect(screen.getByRole('button', { name: 'Pieces: decrease' })).toBeDisabled();
  await userEvent.type(field, '{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(field).toHaveValue('4');
  expect(screen.getByRole('button', { name: 'Pieces: increase' })).toBeDisabled();
});

it('applies a typed number on blur, clamped to its limits, and ignores other text', async () => {
  render(<Quantity />);
  const field = screen.getByRole('textbox', { name: 'Pieces' });
  await userEvent.clear(field);
  await userEvent.type(field, '30');
  expect(field).toHaveValue('30');
  await userEvent.tab();
  expect(field).toHaveValue('4');
  await userEvent.clear(field);
  await userEvent.type(field, 'many{Enter}');
  expect(field).toHaveValue('4');
});
