/** A performer sets up her account: names, picture, prices within the limits, and where her money goes. */
import { journey } from '../kit/browser/journey';
import { password, signUpFan, signUpPerformer } from '../kit/people/people';
import { pictureFile } from '../kit/files/images';
import { fieldOf } from '../support/visitor';

journey('An account', (tell) => {
  tell('takes names, a country and a new picture', async ({ site, size, visit }) => {
    const { token } = await signUpFan(site.world, `fay-${size}`);
    const fan = await visit({ token });
    await fan.open('/user/account?section=profile');
    await fan.arrive('Profile');
    await fan.write('First name', 'Fay');
    await fan.choose('Country', 'Portugal');
    await fan.write('Phone', 'not a phone');
    fan.provoke(400);
    await fan.press('Save changes');
    await fan.look('account-profile-refused');
    await fan.write('Phone', '+351 21 234 5678');
    await fan.press('Save changes');
    await fan.read('Changes saved');
    await fan.look('account-profile-saved');

    await fan.page.getByLabel('Choose a profile picture').setInputFiles(await pictureFile('me.jpg', '#3366aa'));
    const picture = fan.page.getByRole('img', { name: 'Your profile picture' });
    await picture.and(fan.page.locator('img[src*="/files/"], img[src*="/media/"]')).waitFor();
    expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBeGreaterThan(0);
    await fan.look('account-picture');
    await fan.open('/user/account?section=profile');
    expect(await fieldOf(fan.page, 'First name').inputValue()).toBe('Fay');
  });

  tell('refuses prices outside the limits at the field, and says what of a price she receives', async ({ site, size, visit }) => {
    const { token } = await signUpPerformer(site.world, `pru-${size}`);
    const performer = await visit({ token });
    await performer.open('/creator/account?section=prices');
    await performer.arrive('Prices');
    await performer.write('Price per month', '1.00');
    await performer.press('Save changes');
    await performer.read('This site allows prices from $2.95 to $300.00.');
    await performer.look('account-prices-refused');
    await performer.write('Price per month', '20');
    await performer.read('You receive $16.00');
    await performer.press('Save changes');
    await performer.read('Changes saved');
    await performer.look('account-prices');
    const { data } = await site.world.call('GET /performers/:id', { params: { id: `pru-${size}` } });
    expect(data.monthlyPrice).toBe(20);
  });

  tell('asks for the password again before it changes where the money goes', async ({ site, size, visit }) => {
    const { token } = await signUpPerformer(site.world, `pam-${size}`);
    site.world.clock.advance({ minutes: 30 });
    const performer = await visit({ token });
    await performer.open('/creator/account?section=payout-method');
    await performer.arrive('Payout method');
    await performer.write('First name', 'Pam');
    await performer.write('Last name', 'Meyer');
    await performer.write('Bank', 'Sparbank');
    await performer.write('IBAN', 'DE89370400440532013000');
    performer.provoke(403, 422);
    await performer.press('Save bank account');
    const dialog = performer.page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Enter your password again' }).waitFor();
    await performer.look('account-payout-proof');
    await dialog.getByLabel('Password', { exact: true }).fill('not mine');
    await performer.press('Confirm', dialog);
    await performer.read('This is not your present password.');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await performer.press('Confirm', dialog);
    await performer.read('Changes saved');
    await performer.read(/account •••• 3000/);
    await performer.look('account-payout-saved');
    expect(await performer.page.content()).not.toContain('DE89370400440532013000');
  });
});
