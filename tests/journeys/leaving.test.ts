/** What the site keeps about somebody: taken along in one archive, and given up with the account, until she comes back. */
import { eq } from 'drizzle-orm';
import { makeExport } from '@server/site/privacy/make-export';
import { dataExports } from '@server/platform/db/schema/schema';
import { entriesOf } from '../kit/files/archives';
import { journey } from '../kit/browser/journey';
import { fillWallet } from '../support/books';
import { password, signUpFan, signUpOperator } from '../kit/people/people';
import { bytesOf } from '../support/saved';
import { logIn, logOut } from '../kit/browser/sign-in';

journey('Leaving', (tell) => {
  tell('takes all data along with two presses', async ({ site, size, visit }) => {
    const name = `vera-${size}`;
    const { token, id } = await signUpFan(site.world, name);
    const vera = await visit({ token });
    await vera.open('/user/account?section=export');
    await vera.arrive('Your data');
    await vera.look('your-data');
    vera.counts(2);
    await vera.press('Request export');
    await vera.page
      .getByRole('progressbar')
      .or(vera.page.getByRole('button', { name: 'Download' }))
      .waitFor();
    const [row] = await site.world.ctx.db.select().from(dataExports).where(eq(dataExports.accountId, id));
    await makeExport(site.world.ctx, row?.id ?? 'none');
    await vera.read(/Your archive is ready/);
    await vera.look('your-data-ready');
    const arriving = vera.page.waitForEvent('download');
    await vera.press('Download');
    const download = await arriving;
    vera.hasCome();
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${name}-.*\\.zip$`));
    const entries = await entriesOf(await bytesOf(download));
    expect(entries.get('data/account.json')?.toString()).toContain(name);
  });

  tell('is three presses, and the third brings everything back', async ({ site, size, visit }) => {
    const name = `lea-${size}`;
    const { token, id } = await signUpFan(site.world, name);
    await fillWallet(site.world, id, 4250n);
    const lea = await visit({ token });
    await lea.open('/user/account?section=export');
    await lea.arrive('Your data');
    lea.counts(2);
    await lea.press('Delete account');
    await lea.read(/42\.50 tokens in your wallet/);
    await lea.look('delete-account');
    const dialog = lea.page.getByRole('dialog');
    lea.provoke(422);
    await dialog.getByLabel('Password', { exact: true }).fill('not mine');
    // A mistake does not count.
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await lea.read('This is not your present password.');
    await lea.look('delete-account-refused');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await lea.press('Delete my account', dialog);
    await lea.page.waitForURL('**/auth/login*');
    lea.hasCome();
    await lea.read(/Your account will be deleted on/);
    await lea.look('account-left');

    const operator = await visit(await signUpOperator(site.world, `opal-${size}`));
    await operator.open(`/admin/users/${id}`);
    await operator.read(/asked for that/);
    await operator.look('person-leaving');

    await logIn(lea, name);
    await lea.arrive('Your account is being deleted');
    await lea.look('account-leaving');
    await lea.open('/home');
    await lea.arrive('Your account is being deleted');
    lea.counts(1);
    await lea.press('Keep my account');
    lea.hasCome();
    await lea.arrive('Your account stays');
    await lea.look('account-kept');
    await lea.press('Go on');
    await lea.page.waitForURL('**/home');
    await logOut(lea);
  });
});
