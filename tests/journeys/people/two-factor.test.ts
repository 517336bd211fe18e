/** The second step of a sign-in: set up with an app, asked for on the way in, forgotten for a trusted device, reset by an operator, and left out with a passkey. */
import { journey } from '../../kit/browser/journey';
import { giveKeysDevice } from '../../support/keys-device';
import { signUpFan, signUpOperator } from '../../kit/people/people';
import { appWith, switchOn } from '../../support/second-step';
import { logIn, logOut } from '../../kit/browser/sign-in';

journey(
  'The second step',
  (tell) => {
    tell('is set up with a code of the app, and asked for when she comes again', async ({ site, size, visit }) => {
      const name = `tess-${size}`;
      const { token } = await signUpFan(site.world, name);
      const tess = await visit({ token });
      await tess.open('/user/account?section=security');
      await tess.arrive('Security');
      await tess.look('second-step-off');
      await tess.press('Set up');
      await tess.read('Key to type');
      const shown = await tess.page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent();
      const app = appWith(site.world, (shown ?? '').replaceAll(' ', ''));
      await tess.page.getByRole('img', { name: 'Picture for your authenticator app' }).waitFor();
      await tess.look('second-step-pairing');
      await tess.write('Code of 6 digits', app.nextCode());
      await tess.press('Turn on');
      await tess.read('Keep these codes now');
      await tess.look('second-step-codes');
      const recovery = await tess.page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first().textContent();
      await tess.press('I have kept them');
      await tess.read(/Recovery codes left: 10 of 10/);
      await tess.look('second-step-on');
      await logOut(tess);

      await logIn(tess, name);
      await tess.arrive('One more step');
      tess.provoke(422);
      await tess.write('Code of 6 digits', '000000');
      await tess.press('Confirm');
      await tess.read(/This code is wrong/);
      await tess.look('second-step-wrong');
      await tess.page.reload();
      await tess.arrive('One more step');
      await tess.press('Use a recovery code');
      await tess.write('Recovery code', recovery ?? '');
      await tess.look('second-step-recovery');
      await tess.page.getByLabel('Do not ask again on this device for 30 days').check();
      await tess.press('Confirm');
      await tess.page.waitForURL('**/home');
      await logOut(tess);
      await logIn(tess, name);
      await tess.page.waitForURL('**/home');
      await tess.open('/user/account?section=security');
      await tess.read(/Recovery codes left: 9 of 10/);
      await tess.look('second-step-trusted');
      await tess.press('Ask again');
      await tess.read('None. Every login asks for a code.');
    });

    tell('is demanded of an operator, who then resets that of somebody who lost hers', async ({ site, size, visit }) => {
      const lost = await signUpFan(site.world, `lena-${size}`);
      await switchOn(site.world, lost.token);
      const { token } = await signUpOperator(site.world, `olga-${size}`);
      const olga = await visit({ token });
      await olga.open(`/admin/users/${lost.id}`);
      await olga.press('Reset second step');
      await olga.look('second-step-reset');
      await olga.press('Reset second step', olga.page.getByRole('alertdialog'));
      await olga.read(/Off\. The password alone opens this account/);

      const demand = { params: { key: 'operatorsNeedSecondStep' }, body: { value: true } };
      await site.world.call('PUT /admin/settings/:key', demand, { token });
      await olga.open('/admin');
      await olga.arrive('Set up your second step');
      await olga.look('second-step-owed');
      await olga.press('Set up');
      const shown = await olga.page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent();
      await olga.write('Code of 6 digits', appWith(site.world, (shown ?? '').replaceAll(' ', '')).nextCode());
      await olga.press('Turn on');
      await olga.press('I have kept them');
      await olga.press('Open the console');
      await olga.page.waitForURL('**/admin');
      await site.world.call('PUT /admin/settings/:key', { ...demand, body: { value: false } }, { token });
    });

    tell('is not needed where her device keeps a passkey, until that is removed', async ({ site, size, visit }) => {
      const { token } = await signUpFan(site.world, `pia-${size}`);
      const pia = await visit({ token });
      const device = await giveKeysDevice(pia);
      const sheet = pia.page.getByRole('dialog', { name: 'Add a passkey' });
      await pia.open('/user/account?section=security');
      await pia.press('Add a passkey');
      await pia.write('Name', 'My phone');
      await pia.press('Add a passkey', sheet);
      await pia.read('My phone can log you in now');
      expect(await device.count()).toBe(1);
      await pia.press('Add a passkey');
      await pia.write('Name', 'The same phone');
      await pia.press('Add a passkey', sheet);
      await pia.read('This device has a passkey for your account already.');
      await pia.look('passkey-known');
      await pia.press('Cancel', sheet);
      await logOut(pia);

      await pia.press('Use a passkey');
      await pia.page.waitForURL('**/home');
      await pia.open('/user/account?section=security');
      await pia.read(/^Last used/);
      await pia.look('passkey-used');
      await pia.press('Remove', pia.page.getByRole('list', { name: 'Passkeys' }));
      await pia.press('Remove passkey', pia.page.getByRole('alertdialog'));
      await pia.read('My phone was removed');
      await logOut(pia);
      pia.provoke(422);
      await pia.press('Use a passkey');
      await pia.read(/It may have been removed/);
      await pia.look('passkey-removed');
    });
  },
  {},
  { hasName: true },
);
