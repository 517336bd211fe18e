/**
 * Two-factor authentication: set up with an app, required at sign-in, skipped on a trusted device, reset by an operator, and not
 * needed with a passkey.
 */
import { journey } from '../../kit/browser/journey';
import { addPasskeyDevice } from '../../kit/browser/passkey-device';
import { signUpFan, signUpOperator } from '../../kit/people/people';
import { authenticatorApp, enableTwoFactor } from '../../kit/people/two-factor';
import { logIn, logOut } from '../../kit/browser/sign-in';

journey(
  'Two-factor authentication',
  (story) => {
    story('is set up with a code of the app, and required at the next sign-in', async ({ site, size, visit }) => {
      const name = `tess-${size}`;
      const { token } = await signUpFan(site.testHost, name);
      const tess = await visit({ token });
      await tess.open('/user/account?section=security');
      await tess.waitForScreen('Security');
      await tess.check('second-step-off');
      await tess.press('Set up app');
      await tess.waitForText('Setup key');
      const secretText = await tess.page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent();
      const app = authenticatorApp(site.testHost, (secretText ?? '').replaceAll(' ', ''));
      await tess.page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
      await tess.check('second-step-pairing');
      await tess.fill('6-digit code', app.nextCode());
      await tess.press('Turn on');
      await tess.waitForText('Save these codes now');
      await tess.check('second-step-codes');
      const recoveryCode = await tess.page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first().textContent();
      await tess.press('I’ve saved them');
      await tess.waitForText(/Recovery codes left: 10 of 10/);
      await tess.check('second-step-on');
      await logOut(tess);

      await logIn(tess, name);
      await tess.waitForScreen('Two-step verification');
      tess.expectStatuses(422);
      await tess.fill('6-digit code', '000000');
      await tess.press('Confirm');
      await tess.waitForText(/That code is incorrect/);
      await tess.check('second-step-wrong');
      await tess.page.reload();
      await tess.waitForScreen('Two-step verification');
      await tess.press('Use a recovery code');
      await tess.fill('Recovery code', recoveryCode ?? '');
      await tess.check('second-step-recovery');
      await tess.page.getByLabel('Don’t ask again on this device for 30 days').check();
      await tess.press('Confirm');
      await tess.page.waitForURL('**/home');
      await logOut(tess);
      await logIn(tess, name);
      await tess.page.waitForURL('**/home');
      await tess.open('/user/account?section=security');
      await tess.waitForText(/Recovery codes left: 9 of 10/);
      await tess.check('second-step-trusted');
      await tess.press('Forget device');
      await tess.waitForText('No trusted devices. Every login asks for a code.');
    });

    story('is required for an operator, who then resets it for a fan who has lost the app', async ({ site, size, visit }) => {
      const lockedOutFan = await signUpFan(site.testHost, `lena-${size}`);
      await enableTwoFactor(site.testHost, lockedOutFan.token);
      const { token } = await signUpOperator(site.testHost, `olga-${size}`);
      const olga = await visit({ token });
      await olga.open(`/admin/users/${lockedOutFan.id}`);
      await olga.press('Reset two-step verification');
      await olga.check('second-step-reset');
      await olga.press('Reset two-step verification', olga.page.getByRole('alertdialog'));
      await olga.waitForText(/Off\. This account needs only a password to log in/);

      const settingUpdate = { params: { key: 'operatorsNeedSecondStep' }, body: { value: true } };
      await site.testHost.call('PUT /admin/settings/:key', settingUpdate, { token });
      await olga.open('/admin');
      await olga.waitForScreen('Set up two-step verification');
      await olga.check('second-step-owed');
      await olga.press('Set up app');
      const secretText = await olga.page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent();
      await olga.fill('6-digit code', authenticatorApp(site.testHost, (secretText ?? '').replaceAll(' ', '')).nextCode());
      await olga.press('Turn on');
      await olga.press('I’ve saved them');
      await olga.press('Open the console');
      await olga.page.waitForURL('**/admin');
      await site.testHost.call('PUT /admin/settings/:key', { ...settingUpdate, body: { value: false } }, { token });
    });

    story('is not needed with a passkey on the device, until the passkey is removed', async ({ site, size, visit }) => {
      const { token } = await signUpFan(site.testHost, `pia-${size}`);
      const pia = await visit({ token });
      const device = await addPasskeyDevice(pia);
      const sheet = pia.page.getByRole('dialog', { name: 'Add a passkey' });
      await pia.open('/user/account?section=security');
      await pia.press('Add a passkey');
      await pia.fill('Name', 'My phone');
      await pia.press('Add a passkey', sheet);
      await pia.waitForText('You can now log in with My phone');
      expect(await device.count()).toBe(1);
      await pia.press('Add a passkey');
      await pia.fill('Name', 'The same phone');
      await pia.press('Add a passkey', sheet);
      await pia.waitForText('This device already has a passkey for your account.');
      await pia.check('passkey-known');
      await pia.press('Cancel', sheet);
      await logOut(pia);

      await pia.press('Use a passkey');
      await pia.page.waitForURL('**/home');
      await pia.open('/user/account?section=security');
      await pia.waitForText(/^Last used/);
      await pia.check('passkey-used');
      await pia.press('Remove', pia.page.getByRole('list', { name: 'Passkeys' }));
      await pia.press('Remove passkey', pia.page.getByRole('alertdialog'));
      await pia.waitForText('My phone was removed');
      await logOut(pia);
      pia.expectStatuses(422);
      await pia.press('Use a passkey');
      await pia.waitForText(/We don’t recognize this passkey\. Try another way to log in/);
      await pia.check('passkey-removed');
    });
  },
  {},
  { hasName: true },
);
