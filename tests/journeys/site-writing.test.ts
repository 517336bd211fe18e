/** What operators write for everybody: a page, and the menu that leads to it. */
import { signUpOperator } from '../kit/people/people';
import { journey } from '../kit/browser/journey';

journey('An operator', (tell) => {
  tell('writes a page and puts it into a menu, and visitors find it', async ({ site, size, visit }) => {
    const operator = await signUpOperator(site.world, `olive-${size}`);
    const [team, guest] = [await visit({ token: operator.token }), await visit()];

    await team.open('/admin/pages');
    await team.look('admin-pages');
    await team.press('New page');
    await team.arrive('New page');
    await team.write('Title', `House rules ${size}`);
    const text = team.page.getByRole('textbox', { name: 'Text' });
    await text.click();
    await team.press('Heading');
    await team.page.keyboard.type('Be kind');
    await team.page.keyboard.press('Enter');
    await team.page.keyboard.type('To everybody.');
    await team.look('admin-page-editor');
    await team.press('Publish');
    await team.arrive(`House rules ${size}`);
    await team.press('Preview');
    await team.look('admin-page');

    await team.open('/admin/menus');
    await team.press('Add entry', team.page.getByRole('region', { name: 'Footer' }));
    await team.write('Title', `Rules ${size}`);
    await team.write('Where it leads', `/page/house-rules-${size}`);
    await team.look('admin-menu-entry');
    await team.press('Save entry');
    await team.read('Menus saved');
    await team.press(`Move Rules ${size} up`);
    await team.look('admin-menus');

    await guest.open('/page/terms');
    await guest.press(`Rules ${size}`);
    await guest.arrive(`House rules ${size}`);
    await guest.page.getByRole('heading', { name: 'Be kind', level: 2 }).waitFor();
    await guest.look('written-page');
  });
});
