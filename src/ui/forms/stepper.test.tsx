/** A number changed by one, or typed. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Stepper } from './stepper';

function Few() {
  const [value, setValue] = useState(2);
  return <Stepper label="Pieces" value={value} min={1} max={4} onChange={setValue} />;
}

it('goes by buttons and arrow keys, and stops at both ends', async () => {
  render(<Few />);
  const field = screen.getByRole('textbox', { name: 'Pieces' });
  await userEvent.click(screen.getByRole('button', { name: 'Pieces: one less' }));
  expect(field).toHaveValue('1');
  expect(screen.getByRole('button', { name: 'Pieces: one less' })).toBeDisabled();
  await userEvent.type(field, '{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(field).toHaveValue('4');
  expect(screen.getByRole('button', { name: 'Pieces: one more' })).toBeDisabled();
});

it('takes what is typed once the field is left, within its limits, and forgets what is no number', async () => {
  render(<Few />);
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
