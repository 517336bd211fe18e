/** The screens of watched words and of mail templates. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { operator } from '../../../../tests/kit/fixtures/accounts';
import { mockEndpoint, mockError, startFakeHost } from '../../../../tests/kit/screens/fake-host';
import { renderScreen } from '../../../../tests/kit/screens/render';
import { TemplatesScreen } from './templates-screen';
import { WatchedWordsScreen } from './words-screen';

startFakeHost();
const user = operator();

it('adds a word to the list, and removes one only after a confirmation', async () => {
  const words = [{ text: 'scam', match: 'part' as const, action: 'refuse' as const }];
  const added = { text: 'badword', match: 'word' as const, action: 'report' as const };
  mockEndpoint('GET /admin/keyword-filters', { words });
  renderScreen(<WatchedWordsScreen />, { user, path: '/admin/words' });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Word or phrase' }), '!!');
  await userEvent.click(screen.getByRole('button', { name: 'Add word' }));
  expect(await screen.findByText('Use letters or digits.')).toBeInTheDocument();
  await userEvent.clear(screen.getByRole('textbox', { name: 'Word or phrase' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Word or phrase' }), 'badword');
  const requests = mockEndpoint('PUT /admin/keyword-filters', { words: [...words, added] });
  await userEvent.selectOptions(screen.getByLabelText('Action'), 'Allow and report');
  await userEvent.click(screen.getByRole('button', { name: 'Add word' }));
  await waitFor(() => expect(requests[0]?.body).toEqual({ words: [...words, added] }));
  expect(await screen.findByText(/Whole word only · Allow and report/)).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove badword' }));
  const removals = mockEndpoint('PUT /admin/keyword-filters', { words });
  expect(removals).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Remove word' }));
  await waitFor(() => expect(removals[0]?.body).toEqual({ words }));
});

it('removes a word from a list that another operator changed while the confirmation was open', async () => {
  const scam = { text: 'scam', match: 'part' as const, action: 'refuse' as const };
  const other = { text: 'fake', match: 'word' as const, action: 'report' as const };
  mockEndpoint('GET /admin/keyword-filters', { words: [scam] });
  renderScreen(<WatchedWordsScreen />, { user, path: '/admin/words' });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove scam' }));
  mockEndpoint('GET /admin/keyword-filters', { words: [scam, other] });
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('fake')).toBeInTheDocument();
  const removals = mockEndpoint('PUT /admin/keyword-filters', { words: [other] });
  await userEvent.click(screen.getByRole('button', { name: 'Remove word' }));
  await waitFor(() => expect(removals[0]?.body).toEqual({ words: [other] }));
});

it("shows the selected mail, and the mail server's error after a test", async () => {
  mockEndpoint('GET /admin/mail-templates', [{ name: 'receipt', subject: 'Your receipt' }]);
  mockEndpoint('GET /admin/mail-templates/:name/preview', {
    name: 'receipt',
    subject: 'Your receipt',
    html: '<p>Hi</p>',
    text: 'Hi there',
  });
  mockError('POST /admin/mail-templates/:name/test', 'mail_failed');
  renderScreen(<TemplatesScreen />, { user, path: '/admin/templates' });
  expect(await screen.findByText('Hi there')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Send test email' }));
  expect(await screen.findByText('The email server didn’t accept the message. Check its address and login.')).toBeInTheDocument();
});

it('shows the mails in each language of the site, and sends tests in it', async () => {
  mockEndpoint('GET /admin/mail-templates', [{ name: 'receipt', subject: 'Your receipt' }]);
  const previews = mockEndpoint('GET /admin/mail-templates/:name/preview', {
    name: 'receipt',
    subject: 'Beleg',
    html: '<p>Hi</p>',
    text: 'Hallo',
  });
  const sent = mockEndpoint('POST /admin/mail-templates/:name/test', { sent: true as const, detail: 'It is in the outbox.' });
  renderScreen(<TemplatesScreen languages={['en', 'de']} />, { user, path: '/admin/templates' });
  await userEvent.selectOptions(await screen.findByLabelText('Language'), 'Deutsch');
  await waitFor(() => expect(previews.map(({ query }) => query.get('language'))).toEqual(['en', 'de']));
  await userEvent.click(screen.getByRole('button', { name: 'Send test email' }));
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ language: 'de' }));
});
