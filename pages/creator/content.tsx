/** A performer's content, for delegates. Performers manage it on their profile page. */
import { readContent } from '@web/features/content/own-content/requests';
import { contentPath } from '@web/features/content/editing/shared/content-path';
import { OwnContent } from '@web/shell/screens/own-content';
import { definePage } from '@web/shell/page/define-page';
import { PageHead } from '@web/ui/page/page-head';

export default definePage({
  access: 'performer',
  delegateRight: 'content',
  redirectFor: (viewer) => (viewer.helper === null ? contentPath(viewer, 'feeds') : undefined),
  load: async (context) => {
    if (context.query['kind'] !== 'store') await readContent(context);
    return undefined;
  },
  screen: () => (
    <>
      <PageHead title="Content" noindex />
      <OwnContent />
    </>
  ),
});
