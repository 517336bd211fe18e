/** Operators publish content for all visitors: a page, and the menu entry that links to it. */
import { signUpOperator } from '../../kit/people/people';
import { journey } from '../../kit/browser/journey';

journey('An operator', (story) => {
  story('publishes a page and adds it to a menu, and visitors find it', async ({ site, size, visit }) => {
    const operator = await signUpOperator(site.testHost, `olive-${size}`);
    const [operatorVisitor, guest] = [await visit({ token: operator.token }), await visit()];

    await operatorVisitor.open('/admin/pages');
    await operatorVisitor.check('admin-pages');
    await operatorVisitor.press('New page');
    await operatorVisitor.waitForScreen('New page');
    await operatorVisitor.fill('Title', `House rules ${size}`);
    const text = operatorVisitor.page.getByRole('textbox', { name: 'Text' });
    await text.click();
    await operatorVisitor.press('Heading');
    await operatorVisitor.page.keyboard.type('Be kind');
    await operatorVisitor.page.keyboard.press('Enter');
    await operatorVisitor.page.keyboard.type('To everybody.');
    await operatorVisitor.check('admin-page-editor');
    await operatorVisitor.press('Publish');
    await operatorVisitor.waitForScreen(`House rules ${size}`);
    await operatorVisitor.press('Preview');
    await operatorVisitor.check('admin-page');

    await operatorVisitor.open('/admin/menus');
    await operatorVisitor.press('Add entry', operatorVisitor.page.getByRole('region', { name: 'Footer' }));
    await operatorVisitor.fill('Title', `Rules ${size}`);
    await operatorVisitor.fill('Link', `/page/house-rules-${size}`);
    await operatorVisitor.check('admin-menu-entry');
    await operatorVisitor.press('Save entry');
    await operatorVisitor.waitForText('Menus saved');
    await operatorVisitor.press(`Move Rules ${size} up`);
    await operatorVisitor.check('admin-menus');

    await guest.open('/page/terms');
    await guest.press(`Rules ${size}`);
    await guest.waitForScreen(`House rules ${size}`);
    await guest.page.getByRole('heading', { name: 'Be kind', level: 2 }).waitFor();
    await guest.check('written-page');
  });
});
