/** Forms that validate with the contract: limits, the screen's own texts and rules, and what only the server validates. */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import * as limits from '@contract/kernel/limits';
import { Button } from '@web/ui/actions/button';
import { TextField } from '@web/ui/forms/fields';
import { renderScreen } from '../../tests/kit/screens/render';
import { contractResolver } from './contract-resolver';
import { useSend } from './use-send';

interface Values {
  code: string;
  label: string;
  percent: string;
}

const couponOf = ({ code, label, percent }: Values) => ({ code, name: label, value: Number(percent) / 100 });
const texts = {
  code: { text: 'Use another code.' },
  label: { at: 'name', empty: 'Enter a name.' },
  percent: { at: 'value', check: (percent: string) => percent === '13' && 'Not 13.' },
};

/** Validates as `useForm` does: with the fields that are on the screen. */
async function errorsOf(
  values: Values,
  load = () => import('@contract/money/admin-money'),
  shown: (keyof Values)[] = ['code', 'label', 'percent'],
) {
  const fields = Object.fromEntries(shown.map((name) => [name, { name, ref: { name }, mount: true }]));
  const resolve = contractResolver('POST /admin/coupons', load, couponOf, texts);
  const { errors } = await resolve(values, undefined, { fields, shouldUseNativeValidation: undefined });
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error.message]));
}

const valid: Values = { code: 'spring', label: 'Spring', percent: '10' };

it.each([
  ['accepts what the contract accepts', valid, {}],
  ["uses the screen's text for any issue", { ...valid, code: '!' }, { code: 'Use another code.' }],
  ["uses the screen's text for an empty field", { ...valid, label: ' \u200b' }, { label: 'Enter a name.' }],
  ['derives a message from the limit', { ...valid, label: 'x'.repeat(limits.nameLengthMax + 1) }, { label: 'Use at most 60 characters.' }],
  ['shows an issue of the body at its field', { ...valid, percent: '101' }, { percent: 'Use a number of at most 1.' }],
  ['rejects a value that is not a number', { ...valid, percent: 'ten' }, { percent: 'Use a number.' }],
  ['applies a rule of the screen', { ...valid, percent: '13' }, { percent: 'Not 13.' }],
  [
    'reports every invalid field',
    { code: '', label: '', percent: '13' },
    { code: 'Use another code.', label: 'Enter a name.', percent: 'Not 13.' },
  ],
])('%s', async (_title, values, errors) => {
  expect(await errorsOf(values)).toEqual(errors);
});

it('does not validate fields that are not on the screen', async () => {
  expect(await errorsOf({ code: '', label: '', percent: '' }, undefined, ['label'])).toEqual({ label: 'Enter a name.' });
});

it("applies only the screen's rules when the schema cannot be loaded", async () => {
  const load = () => Promise.reject(new Error('offline'));
  expect(await errorsOf({ code: '!', label: '', percent: '13' }, load)).toEqual({ percent: 'Not 13.' });
});

it('focuses the first invalid field, keeps the input, and passes the invalid fields to onInvalid', async () => {
  const onInvalid = jest.fn();
  function CouponForm() {
    const form = useForm<Values>({
      defaultValues: { code: '', label: '', percent: '10' },
      resolver: contractResolver('POST /admin/coupons', () => import('@contract/money/admin-money'), couponOf, texts),
    });
    const { submit } = useSend(form, () => Promise.resolve(), { onInvalid });
    const { errors } = form.formState;
    return (
      <form noValidate onSubmit={submit}>
        <TextField label="Code" error={errors.code} {...form.register('code')} />
        <TextField label="Label" error={errors.label} {...form.register('label')} />
        <TextField label="Percent" error={errors.percent} {...form.register('percent')} />
        <Button type="submit">Save</Button>
      </form>
    );
  }
  renderScreen(<CouponForm />);
  await userEvent.type(screen.getByLabelText('Code'), 'spring');
  await userEvent.clear(screen.getByLabelText('Percent'));
  await userEvent.type(screen.getByLabelText('Percent'), '13');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a name.')).toBeVisible();
  expect(screen.getByLabelText('Label')).toHaveFocus();
  expect(screen.getByLabelText('Code')).toHaveValue('spring');
  expect(onInvalid).toHaveBeenCalledWith(['label', 'percent']);
  await userEvent.type(screen.getByLabelText('Label'), 'Spring');
  expect(screen.queryByText('Enter a name.')).toBeNull();
});
