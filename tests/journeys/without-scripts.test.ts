/** Before any script has run: the page shows its content, in the theme and the text size that the visitor chose before. */
import { journey } from '../kit/browser/journey';
import { signUpFan, signUpPerformer } from '../kit/people/people';

journey('Without scripts', (tell) => {
  tell('a signed-in page shows its content in the stored theme', async ({ site, size, visit }) => {
    const { token, username } = await signUpPerformer(site.world, `nell-${size}`);
    const chooser = await visit({ token });
    await chooser.open('/home');
    await chooser.press('You');
    const sheet = chooser.page.getByRole('dialog', { name: 'You' });
    await sheet.getByText('Dark', { exact: true }).click();
    await sheet.getByText('125 %', { exact: true }).click();
    await chooser.look('account-sheet');
    const stored = await chooser.context.cookies();
    expect(stored.find(({ name }) => name === 'theme')?.value).toBe('dark');

    const reader = await visit({ javaScriptEnabled: false });
    await reader.context.addCookies(stored.filter(({ name }) => ['token', 'theme', 'textSize'].includes(name)));
    await reader.page.route('**/*.js*', (route) => route.abort());
    await reader.page.goto(`/${username}`, { waitUntil: 'load' });
    const root = reader.page.locator('html');
    expect(await root.getAttribute('data-theme')).toBe('dark');
    expect(await root.getAttribute('style')).toContain('125%');
    await reader.page.getByRole('heading', { name: new RegExp(username), level: 1 }).waitFor();
    await reader.page.getByRole('link', { name: 'Edit profile' }).waitFor();
    expect(await reader.page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(19, 16, 18)');

    const source = await (await reader.context.request.get(`/${username}`)).text();
    expect(source).toContain('Edit profile');
    expect(source).not.toMatch(/<style[^>]*data-(rc-order|css-hash)/);
  });

  tell('the first paint of a page is already in the stored theme while every script is kept away', async ({ site, size, visit }) => {
    const { token } = await signUpFan(site.world, `nat-${size}`);
    const fan = await visit({ token, theme: 'dark' });
    await fan.page.route('**/*', (route) => (route.request().resourceType() === 'script' ? route.abort() : route.continue()));
    fan.page.removeAllListeners('console');
    await fan.page.goto('/home');
    expect(
      await fan.page.evaluate(() => [document.documentElement.dataset['theme'], getComputedStyle(document.body).backgroundColor]),
    ).toEqual(['dark', 'rgb(19, 16, 18)']);
    await fan.arrive(/./);
  });
});
