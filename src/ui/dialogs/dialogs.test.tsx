import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog';

function DialogExample({ action }: { action: () => Promise<void> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Block country</button>
      <ConfirmDialog
        open={open}
        title="Block Germany?"
        consequence="Nobody there can open the site."
        actionLabel="Block"
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          await action();
          setOpen(false);
        }}
      />
    </>
  );
}

const openDialog = async (action: () => Promise<void>) => {
  const user = userEvent.setup();
  render(<DialogExample action={action} />);
  await user.click(screen.getByRole('button', { name: 'Block country' }));
  return user;
};

describe('the confirm dialog', () => {
  it('shows title and consequence, with the focus on Cancel', async () => {
    await openDialog(() => Promise.resolve());
    expect(screen.getByRole('alertdialog', { name: 'Block Germany?' })).toHaveAccessibleDescription('Nobody there can open the site.');
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });

  it('closes by Cancel and restores the focus', async () => {
    const user = await openDialog(() => Promise.resolve());
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Block country' })).toHaveFocus();
  });

  it('closes on success', async () => {
    const user = await openDialog(() => Promise.resolve());
    await user.click(screen.getByRole('button', { name: 'Block' }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('stays open with the error on failure', async () => {
    const user = await openDialog(() => Promise.reject(new Error('This is your own country.')));
    await user.click(screen.getByRole('button', { name: 'Block' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This is your own country.');
    expect(screen.getByRole('alertdialog')).toBeInTheDocument();
  });

  it('ignores further presses while it is busy', async () => {
    let pressed = 0;
    const user = await openDialog(() => {
      pressed += 1;
      return new Promise(() => undefined);
    });
    await user.dblClick(screen.getByRole('button', { name: 'Block' }));
    expect(pressed).toBe(1);
  });
});
