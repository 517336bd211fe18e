import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ThemeSwitch } from '../page/preferences';
import { DropZone, UploadRow } from './upload';

const fileOf = (name: string, type: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type });

describe('an upload', () => {
  it('can be cancelled while it is sent', async () => {
    const done: string[] = [];
    render(
      <UploadRow name="id.png" state="sending" percent={40} onCancel={() => done.push('cancelled')} onRetry={() => done.push('retried')} />,
    );
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
    expect(screen.queryByRole('button', { name: 'Retry id.png' })).not.toBeInTheDocument();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Cancel id.png' }));
    expect(done).toEqual(['cancelled']);
  });

  it('says why it failed and can be tried again', async () => {
    const done: string[] = [];
    render(<UploadRow name="id.png" state="failed" reason="larger than 10 MB" onRetry={() => done.push('retried')} />);
    expect(screen.getByRole('status')).toHaveTextContent('Not sent: larger than 10 MB');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Retry id.png' }));
    expect(done).toEqual(['retried']);
  });

  it('refuses wrong files by name and takes the others', async () => {
    const taken: string[] = [];
    render(
      <DropZone
        label="Choose photos"
        accept="image/*"
        sizeMax={1000}
        countMax={3}
        onFiles={(files) => taken.push(...files.map((file) => file.name))}
      />,
    );
    const user = userEvent.setup({ applyAccept: false });
    await user.upload(screen.getByLabelText('Choose photos'), [
      fileOf('a.png', 'image/png', 10),
      fileOf('b.exe', 'application/x-msdownload', 10),
      fileOf('c.jpg', 'image/jpeg', 2048),
    ]);
    expect(taken).toEqual(['a.png']);
    expect(screen.getByRole('alert')).toHaveTextContent('b.exe is not a kind of file that can be used here.');
    expect(screen.getByRole('alert')).toHaveTextContent('c.jpg is 2 KB; the limit is 1000 B.');
  });
});

describe('the theme switch', () => {
  it('offers light and dark and names the one chosen', async () => {
    const chosen: string[] = [];
    render(<ThemeSwitch value="light" onChange={(theme) => chosen.push(theme)} />);
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    expect(screen.getByRole('radio', { name: 'Light' })).toBeChecked();
    await userEvent.setup().click(screen.getByRole('radio', { name: 'Dark' }));
    expect(chosen).toEqual(['dark']);
  });
});
