import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { AmountChoice } from './amount-choice';
import { SwitchField } from './choice-fields';
import { PasswordField, TextAreaField, TextField } from './fields';

function NameForm({ onSaved }: { onSaved: (values: unknown) => void }) {
  const { register, handleSubmit, formState } = useForm<{ username: string }>();
  return (
    <form onSubmit={(event) => void handleSubmit(onSaved)(event)} noValidate>
      <TextField
        label="Username"
        hint="3 to 30 letters."
        error={formState.errors.username}
        {...register('username', { minLength: { value: 3, message: 'Use at least 3 letters.' } })}
      />
      <button type="submit">Save</button>
    </form>
  );
}

describe('a field', () => {
  it('has its hint and error as accessible description, and gets the focus when invalid', async () => {
    const user = userEvent.setup();
    const saved: unknown[] = [];
    render(<NameForm onSaved={(values) => saved.push(values)} />);
    const field = screen.getByRole('textbox', { name: 'Username' });
    expect(field).toHaveAccessibleDescription('3 to 30 letters.');
    await user.type(field, 'ad');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(field).toBeInvalid());
    expect(field).toHaveAccessibleDescription('3 to 30 letters. Use at least 3 letters.');
    expect(field).toHaveFocus();
    expect(saved).toEqual([]);
    await user.type(field, 'a');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(saved).toEqual([{ username: 'ada' }]));
    expect(field).toBeValid();
  });

  it('for a password can show it, and shows its strength', async () => {
    const user = userEvent.setup();
    render(<PasswordField label="New password" strength />);
    const field = screen.getByLabelText('New password');
    expect(field).toHaveAttribute('type', 'password');
    await user.type(field, 'password1');
    expect(screen.getByText(/Strength: weak/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toHaveAttribute('type', 'text');
    expect(field).toHaveValue('password1');
  });

  it('for long text counts characters', async () => {
    render(<TextAreaField label="Bio" maxLength={10} defaultValue="Hi" />);
    await userEvent.setup().type(screen.getByRole('textbox', { name: 'Bio' }), ' you and all');
    expect(screen.getByText('10 / 10')).toBeInTheDocument();
  });

  it('for long text counts the default value', async () => {
    function Form() {
      const { register } = useForm({ defaultValues: { bio: 'Hello' } });
      return <TextAreaField label="Bio" maxLength={10} {...register('bio')} />;
    }
    render(<Form />);
    expect(await screen.findByText('5 / 10')).toBeInTheDocument();
    await userEvent.setup().type(screen.getByRole('textbox', { name: 'Bio' }), '!');
    expect(screen.getByText('6 / 10')).toBeInTheDocument();
  });

  it('for a setting is a switch with its name and hint', async () => {
    render(<SwitchField label="Free subscription" hint="For a day." />);
    const field = screen.getByRole('switch', { name: 'Free subscription' });
    expect(field).toHaveAccessibleDescription('For a day.');
    await userEvent.setup().click(field);
    expect(field).toBeChecked();
  });
});

it('a disabled amount choice disables all presets', () => {
  const shown = { label: 'Tip', presets: [5, 10], amountLabel: 'Other amount', unit: 'tokens', value: '5', onChange: jest.fn() };
  render(<AmountChoice {...shown} disabled />);
  for (const button of screen.getAllByRole('button')) expect(button).toBeDisabled();
});
