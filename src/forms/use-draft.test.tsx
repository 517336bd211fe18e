import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import { fan, performer } from '../../tests/kit/fixtures/accounts';
import { renderScreen } from '../../tests/kit/screens/render';
import { readDraft, saveDraft } from '@web/device/drafts';
import { useTextDraft } from './use-draft';
import { useDraftedForm } from './use-drafted-form';

function Note() {
  const [text, write, removeDraft] = useTextDraft('note');
  return (
    <>
      <textarea aria-label="Note" value={text} onChange={(event) => write(event.target.value)} />
      <button onClick={removeDraft}>Sent</button>
    </>
  );
}

function Form() {
  const { register } = useDraftedForm({ defaultValues: { name: '', password: '' } }, { draftKey: 'form', except: ['password'] });
  return (
    <>
      <input aria-label="Name" {...register('name')} />
      <input aria-label="Password" {...register('password')} />
    </>
  );
}

const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
const waitForSave = (): void => {
  act(() => {
    jest.advanceTimersByTime(300);
  });
};

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
});
afterEach(() => jest.useRealTimers());

test('a server render contains the default values', () => {
  function Bio() {
    const { register } = useDraftedForm({ defaultValues: { bio: 'Two lines\nabout themselves' } }, { draftKey: 'bio' });
    return <textarea aria-label="Bio" {...register('bio')} />;
  }
  const { store } = renderScreen(<Note />, { user: fan() });
  const html = renderToString(
    <Provider store={store}>
      <Bio />
    </Provider>,
  );
  expect(html).toContain('Two lines\nabout themselves');
});

test('saves the draft 300 ms after the last keystroke, and not before', async () => {
  renderScreen(<Note />, { user: fan() });
  await user.type(screen.getByLabelText('Note'), 'Hello');
  act(() => jest.advanceTimersByTime(299));
  expect(readDraft(fan()._id, 'note')).toBeUndefined();
  act(() => jest.advanceTimersByTime(1));
  expect(readDraft(fan()._id, 'note')).toBe('Hello');
});

test('saves the draft on unmount', async () => {
  const { unmount } = renderScreen(<Note />, { user: fan() });
  await user.type(screen.getByLabelText('Note'), 'Hello');
  unmount();
  expect(readDraft(fan()._id, 'note')).toBe('Hello');
});

test('restores the draft for the same account only', () => {
  saveDraft(fan()._id, 'note', 'Half a sentence');
  const first = renderScreen(<Note />, { user: fan() });
  expect(screen.getByLabelText('Note')).toHaveValue('Half a sentence');
  first.unmount();
  renderScreen(<Note />, { user: performer() });
  expect(screen.getByLabelText('Note')).toHaveValue('');
});

test('deletes the draft after sending', async () => {
  const { unmount } = renderScreen(<Note />, { user: fan() });
  await user.type(screen.getByLabelText('Note'), 'Hello');
  waitForSave();
  await user.click(screen.getByRole('button', { name: 'Sent' }));
  unmount();
  expect(readDraft(fan()._id, 'note')).toBeUndefined();
});

test('restores the fields of a form, except passwords', async () => {
  const first = renderScreen(<Form />);
  await user.type(screen.getByLabelText('Name'), 'Finn');
  await user.type(screen.getByLabelText('Password'), 'open sesame');
  waitForSave();
  first.unmount();
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain('sesame');
  renderScreen(<Form />);
  expect(screen.getByLabelText('Name')).toHaveValue('Finn');
  expect(screen.getByLabelText('Password')).toHaveValue('');
});
