/** Data export and account deletion: a person downloads all data, deletes the account, and restores it. */
import { eq } from 'drizzle-orm';
import { makeExport } from '@server/site/privacy/make-export';
import { dataExports } from '@server/platform/db/schema/privacy';
import { entriesOf } from '../../kit/files/archives';
import { journey } from '../../kit/browser/journey';
import { fillWallet } from '../../kit/money/ledger';
import { password, signUpFan, signUpOperator } from '../../kit/people/people';
import { downloadBytes } from '../../kit/browser/saved-files';
import { logIn, logOut } from '../../kit/browser/sign-in';

journey('A person who leaves the site', (story) => {
  story('exports all data with two presses', async ({ site, size, visit }) => {
    const name = `vera-${size}`;
    const { token, id } = await signUpFan(site.testHost, name);
    const vera = await visit({ token });
    await vera.open('/user/account?section=export');
    await vera.waitForScreen('Your data');
    await vera.check('your-data');
    vera.limitActivations(2);
    await vera.press('Request export');
    await vera.page
      .getByRole('progressbar')
      .or(vera.page.getByRole('button', { name: 'Download' }))
      .waitFor();
    const [row] = await site.testHost.ctx.db.select().from(dataExports).where(eq(dataExports.accountId, id));
    await makeExport(site.testHost.ctx, row?.id ?? 'none');
    await vera.waitForText(/Your archive is ready/);
    await vera.check('your-data-ready');
    const downloadEvent = vera.page.waitForEvent('download');
    await vera.press('Download');
    const download = await downloadEvent;
    vera.stopCounting();
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${name}-.*\\.zip$`));
    const entries = await entriesOf(await downloadBytes(download));
    expect(entries.get('data/account.json')?.toString()).toContain(name);
  });

  story('deletes the account with two presses, and restores it with one', async ({ site, size, visit }) => {
    const name = `lea-${size}`;
    const { token, id } = await signUpFan(site.testHost, name);
    await fillWallet(site.testHost, id, 4250n);
    const lea = await visit({ token });
    await lea.open('/user/account?section=export');
    await lea.waitForScreen('Your data');
    lea.limitActivations(2);
    await lea.press('Delete account');
    await lea.waitForText(/42\.50 tokens in your wallet/);
    await lea.check('delete-account');
    const dialog = lea.page.getByRole('dialog');
    lea.expectStatuses(422);
    await dialog.getByLabel('Password', { exact: true }).fill('not mine');
    // A wrong password is not counted as an activation.
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await lea.waitForText('This isn’t your current password.');
    await lea.check('delete-account-refused');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await lea.press('Delete my account', dialog);
    await lea.page.waitForURL('**/auth/login*');
    lea.stopCounting();
    await lea.waitForText(/Your account will be deleted on/);
    await lea.check('account-left');

    const operator = await visit(await signUpOperator(site.testHost, `opal-${size}`));
    await operator.open(`/admin/users/${id}`);
    await operator.waitForText(/requested this\. The account will be deleted on/);
    await operator.check('person-leaving');

    await logIn(lea, name);
    await lea.waitForScreen('Your account is being deleted');
    await lea.check('account-leaving');
    await lea.open('/home');
    await lea.waitForScreen('Your account is being deleted');
    lea.limitActivations(1);
    await lea.press('Keep my account');
    lea.stopCounting();
    await lea.waitForScreen('Your account is active');
    await lea.check('account-kept');
    await lea.press('Continue');
    await lea.page.waitForURL('**/home');
    await logOut(lea);
  });
});
