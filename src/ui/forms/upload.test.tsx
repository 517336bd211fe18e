import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { installFakeWorkers, heicFile, jpeg } from '../../../tests/kit/screens/fake-worker';
import { heicTypes } from '@web/lib/files/heic';
import { ThemeSwitch } from '../page/preferences';
import { DropZone, UploadRow } from './upload';

const fileOf = (name: string, type: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type });

describe('an upload', () => {
  it('can be canceled while it is being sent', async () => {
    const done: string[] = [];
    render(
      <UploadRow name="id.png" state="sending" percent={40} onCancel={() => done.push('cancelled')} onRetry={() => done.push('retried')} />,
    );
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
    expect(screen.queryByRole('button', { name: 'Retry id.png' })).not.toBeInTheDocument();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Cancel id.png' }));
    expect(done).toEqual(['cancelled']);
  });

  it('shows why it failed and can be retried', async () => {
    const done: string[] = [];
    render(<UploadRow name="id.png" state="failed" reason="larger than 10 MB" onRetry={() => done.push('retried')} />);
    expect(screen.getByRole('status')).toHaveTextContent('Upload failed: larger than 10 MB');
    await userEvent.setup().click(screen.getByRole('button', { name: 'Retry id.png' }));
    expect(done).toEqual(['retried']);
  });

  it('rejects invalid files by name and accepts the others', async () => {
    const uploaded: string[] = [];
    render(
      <DropZone
        label="Choose photos"
        accept="image/*"
        sizeMax={1000}
        countMax={3}
        onFiles={(files) => uploaded.push(...files.map((file) => file.name))}
      />,
    );
    const user = userEvent.setup({ applyAccept: false });
    await user.upload(screen.getByLabelText('Choose photos'), [
      fileOf('a.png', 'image/png', 10),
      fileOf('b.exe', 'application/x-msdownload', 10),
      fileOf('c.jpg', 'image/jpeg', 2048),
    ]);
    expect(uploaded).toEqual(['a.png']);
    expect(screen.getByRole('alert')).toHaveTextContent('b.exe isn’t a supported file type. Choose another file.');
    expect(screen.getByRole('alert')).toHaveTextContent('c.jpg is 2 KB; the limit is 1000 B.');
  });
});

describe('a HEIC photo', () => {
  const zone = (accept: string) => {
    const uploaded: string[] = [];
    render(
      <DropZone
        label="Choose photos"
        accept={accept}
        sizeMax={1000}
        countMax={3}
        onFiles={(files) => uploaded.push(...files.map(({ name }) => name))}
      />,
    );
    const choose = (...files: File[]) => userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('Choose photos'), files);
    return { uploaded, choose };
  };

  it('is converted to JPEG, and is named if it cannot be read', async () => {
    const opened = installFakeWorkers();
    const { uploaded, choose } = zone(`image/png,${heicTypes}`);
    await choose(heicFile(), fileOf('a.png', 'image/png', 10), heicFile('bad.heic'));
    expect(await screen.findByRole('progressbar', { name: 'Converting to JPEG IMG_1.HEIC' })).toBeInTheDocument();
    act(() => opened[0]?.respond({ blob: jpeg }));
    await waitFor(() => expect(opened).toHaveLength(2));
    act(() => opened[1]?.respond({ problem: 'unreadable' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t read bad.heic. Export it as JPEG and try again.');
    expect(uploaded).toEqual(['IMG_1.jpg', 'a.png']);
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it('can be canceled, and is not converted where any file is accepted', async () => {
    const opened = installFakeWorkers();
    const { uploaded, choose } = zone(heicTypes);
    await choose(heicFile());
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Cancel IMG_1.HEIC' }));
    expect([uploaded, opened[0]?.isEnded, screen.queryByRole('progressbar')]).toEqual([[], true, null]);
    cleanup();
    const any = zone('*/*');
    await any.choose(heicFile());
    expect([any.uploaded, opened.length]).toEqual([['IMG_1.HEIC'], 1]);
  });
});

describe('the theme switch', () => {
  it('offers light and dark and checks the current one', async () => {
    const chosen: string[] = [];
    render(<ThemeSwitch value="light" onChange={(theme) => chosen.push(theme)} />);
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    expect(screen.getByRole('radio', { name: 'Light' })).toBeChecked();
    await userEvent.setup().click(screen.getByRole('radio', { name: 'Dark' }));
    expect(chosen).toEqual(['dark']);
  });
});
