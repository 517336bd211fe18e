/** The mails that the site sends, with sample values. */
import { TemplatesScreen } from '@web/features/console/site-pages/templates-screen';
import { definePage } from '@web/shell/define-page';
import { useSiteFacts } from '@web/shell/facts';

function Templates() {
  const { languages } = useSiteFacts();
  return <TemplatesScreen languages={languages} />;
}

export default definePage({
  access: 'operator',
  load: async ({ read }) => {
    await read('GET /admin/mail-templates', {});
    return undefined;
  },
  screen: Templates,
});
