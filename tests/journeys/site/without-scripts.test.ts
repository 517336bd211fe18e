/** Before scripts run: the page shows its content, in the stored theme and text size of the visitor. */
import { journey } from '../../kit/browser/journey';
import { openAccountSheet } from '../../kit/browser/sign-in';
import { signUpFan, signUpPerformer } from '../../kit/people/people';

journey('Without scripts', (story) => {
  story('a signed-in page shows its content in the stored theme', async ({ site, size, visit }) => {
    const { token, username } = await signUpPerformer(site.testHost, `nell-${size}`);
    const visitor = await visit({ token });
    await visitor.open('/home');
    await openAccountSheet(visitor);
    const sheet = visitor.page.getByRole('dialog', { name: 'You' });
    await sheet.getByText('Dark', { exact: true }).click();
    await sheet.getByText('125%', { exact: true }).click();
    await visitor.check('account-sheet');
    const storedCookies = await visitor.context.cookies();
    expect(storedCookies.find(({ name }) => name === 'theme')?.value).toBe('dark');

    const visitorWithoutScripts = await visit({ javaScriptEnabled: false });
    await visitorWithoutScripts.context.addCookies(storedCookies.filter(({ name }) => ['token', 'theme', 'textSize'].includes(name)));
    await visitorWithoutScripts.page.route('**/*.js*', (route) => route.abort());
    await visitorWithoutScripts.page.goto(`/${username}`, { waitUntil: 'load' });
    const root = visitorWithoutScripts.page.locator('html');
    expect(await root.getAttribute('data-theme')).toBe('dark');
    expect(await root.getAttribute('style')).toContain('125%');
    await visitorWithoutScripts.page.getByRole('heading', { name: new RegExp(username), level: 1 }).waitFor();
    await visitorWithoutScripts.page.getByRole('link', { name: 'Edit profile' }).waitFor();
    expect(await visitorWithoutScripts.page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(18, 16, 17)');

    const source = await (await visitorWithoutScripts.context.request.get(`/${username}`)).text();
    expect(source).toContain('Edit profile');
    expect(source).not.toMatch(/<style[^>]*data-(rc-order|css-hash)/);
  });

  story('the first paint of a page has the stored theme while all scripts are blocked', async ({ site, size, visit }) => {
    const { token } = await signUpFan(site.testHost, `nat-${size}`);
    const fan = await visit({ token, theme: 'dark' });
    await fan.page.route('**/*', (route) => (route.request().resourceType() === 'script' ? route.abort() : route.continue()));
    fan.page.removeAllListeners('console');
    await fan.page.goto('/home');
    expect(
      await fan.page.evaluate(() => [document.documentElement.dataset['theme'], getComputedStyle(document.body).backgroundColor]),
    ).toEqual(['dark', 'rgb(18, 16, 17)']);
    await fan.waitForScreen(/./);
  });
});
