/** Forms that are typed into and submitted before their hydration. */
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { earlyInputScript } from '@web/lib/early-input';
import { Form } from './form';

const sent: unknown[] = [];
beforeEach(() => void (sent.length = 0));

function Registered() {
  const { register, handleSubmit } = useForm({ defaultValues: { name: '', agrees: false, size: 'small' } });
  return (
    <Form onSubmit={(event) => void handleSubmit((values) => void sent.push(values))(event)}>
      <input aria-label="Name" {...register('name')} />
      <input type="checkbox" aria-label="I agree" {...register('agrees')} />
      <select aria-label="Size" {...register('size')}>
        <option value="small">Small</option>
        <option value="large">Large</option>
      </select>
      <button type="submit">Send</button>
    </Form>
  );
}

function Controlled() {
  const [name, setName] = useState('');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    sent.push({ name });
  };
  return (
    <Form onSubmit={submit}>
      <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />
      <button type="submit">Send</button>
    </Form>
  );
}

/** The inline script's listeners, which would intercept the forms of later test files. */
const listeners: Parameters<typeof document.addEventListener>[] = [];
beforeAll(() => {
  const listen = jest.spyOn(document, 'addEventListener').mockImplementation((...listener: (typeof listeners)[number]) => {
    listeners.push(listener);
    EventTarget.prototype.addEventListener.apply(document, listener);
  });
  const script = document.createElement('script');
  script.textContent = earlyInputScript;
  document.head.append(script);
  listen.mockRestore();
});
afterAll(() => listeners.forEach((listener) => document.removeEventListener(...listener)));

/** Shows the page as the server sends it; the returned function hydrates it. */
function serve(page: ReactElement): () => Promise<void> {
  const root = document.createElement('div');
  root.innerHTML = renderToString(page);
  document.body.replaceChildren(root);
  return () =>
    act(async () => {
      await Promise.resolve(hydrateRoot(root, page));
    });
}

/** Types before React listens to events. */
function type(label: string, value: string): void {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
const submit = (): void => screen.getByRole('button', { name: 'Send' }).click();

it('a form submitted before hydration is submitted once, with the typed values', async () => {
  const hydrate = serve(<Registered />);
  type('Name', 'Ada');
  screen.getByLabelText('I agree').click();
  type('Size', 'large');
  submit();
  submit();
  expect(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-busy', 'true');
  await hydrate();
  await waitFor(() => expect(sent).toEqual([{ name: 'Ada', agrees: true, size: 'large' }]));
  expect(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-busy');
});

it.each([
  ['react-hook-form', <Registered key="registered" />],
  ['controlled fields', <Controlled key="controlled" />],
])('keeps what was typed before hydration, and takes later changes: %s', async (_name, page) => {
  const hydrate = serve(page);
  type('Name', 'Ada');
  await hydrate();
  expect(sent).toEqual([]);
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  await userEvent.type(screen.getByLabelText('Name'), ' L');
  submit();
  await waitFor(() => expect(sent).toMatchObject([{ name: 'Ada L' }]));
});

it('a form whose scripts never load is submitted natively, by POST', () => {
  jest.useFakeTimers();
  const nativeSubmit = jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
  serve(<Registered />);
  type('Name', 'Ada');
  submit();
  expect(nativeSubmit).not.toHaveBeenCalled();
  jest.advanceTimersByTime(20_000);
  jest.useRealTimers();
  expect(nativeSubmit).toHaveBeenCalledTimes(1);
  expect(document.querySelector('form')?.method).toBe('post');
  nativeSubmit.mockRestore();
});
