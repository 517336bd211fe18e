/** Mail templates with sample values. */
import { TemplatesScreen } from '@web/features/console/site-pages/templates-screen';
import { definePage } from '@web/shell/page/define-page';
import { useSiteInfo } from '@web/shell/page/site-info';

function Templates() {
  const { languages } = useSiteInfo();
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
