/** Accounts are set up: names, a profile photo, prices within the limits, and the payout method. */
import { journey } from '../../kit/browser/journey';
import { password, signUpFan, signUpPerformer } from '../../kit/people/people';
import { imageFile } from '../../kit/files/images';
import { fieldOf } from '../../kit/browser/visitor';

journey('An account', (story) => {
  story('accepts names, a country and a new profile photo', async ({ site, size, visit }) => {
    const { token } = await signUpFan(site.testHost, `fay-${size}`);
    const fan = await visit({ token });
    await fan.open('/user/account?section=profile');
    await fan.waitForScreen('Profile');
    await fan.fill('First name', 'Fay');
    await fan.chooseEntry('Country', 'Portugal');
    await fan.fill('Phone', 'not a phone');
    fan.expectStatuses(400);
    await fan.press('Save changes');
    await fan.check('account-profile-refused');
    await fan.fill('Phone', '+351 21 234 5678');
    await fan.press('Save changes');
    await fan.waitForText('Changes saved');
    await fan.check('account-profile-saved');

    await fan.page.getByLabel('Choose a profile photo').setInputFiles(await imageFile('me.jpg', '#3366aa'));
    const avatar = fan.page.getByRole('img', { name: 'Your profile photo' });
    await avatar.and(fan.page.locator('img[src*="/files/"], img[src*="/media/"]')).waitFor();
    expect(await avatar.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(0);
    await fan.check('account-picture');
    await fan.open('/user/account?section=profile');
    expect(await fieldOf(fan.page, 'First name').inputValue()).toBe('Fay');
  });

  story('rejects prices outside the limits at the field, and shows what the performer receives', async ({ site, size, visit }) => {
    const { token } = await signUpPerformer(site.testHost, `pru-${size}`);
    const performer = await visit({ token });
    await performer.open('/creator/account?section=prices');
    await performer.waitForScreen('Prices');
    await performer.fill('Price per month', '1.00');
    await performer.press('Save changes');
    await performer.waitForText('Enter a price from $2.95 to $300.00.');
    await performer.check('account-prices-refused');
    await performer.fill('Price per month', '20');
    await performer.waitForText('You receive $16.00');
    await performer.press('Save changes');
    await performer.waitForText('Changes saved');
    await performer.check('account-prices');
    const { data } = await site.testHost.call('GET /performers/:id', { params: { id: `pru-${size}` } });
    expect(data.monthlyPrice).toBe(20);
  });

  story('asks for the password before the payout method changes', async ({ site, size, visit }) => {
    const { token } = await signUpPerformer(site.testHost, `pam-${size}`);
    site.testHost.clock.advance({ minutes: 30 });
    const performer = await visit({ token });
    await performer.open('/creator/account?section=payout-method');
    await performer.waitForScreen('Payout method');
    await performer.fill('First name', 'Pam');
    await performer.fill('Last name', 'Meyer');
    await performer.fill('Bank', 'Sparbank');
    await performer.fill('IBAN', 'DE89370400440532013000');
    performer.expectStatuses(403, 422);
    await performer.press('Save bank account');
    const dialog = performer.page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Confirm your password' }).waitFor();
    await performer.check('account-payout-proof');
    await dialog.getByLabel('Password', { exact: true }).fill('not mine');
    await performer.press('Confirm', dialog);
    await performer.waitForText('This isn’t your current password.');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await performer.press('Confirm', dialog);
    await performer.waitForText('Changes saved');
    await performer.waitForText(/account •••• 3000/);
    await performer.check('account-payout-saved');
    expect(await performer.page.content()).not.toContain('DE89370400440532013000');
  });
});
