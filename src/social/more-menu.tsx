/** The menu with "Report". Renders nothing for the viewer's own items. */
import { MoreIcon } from '@web/ui/icons/icons';
import { Menu } from '@web/ui/actions/menu';
import type { ReportSubject } from '@web/session/store/dialogs.slice';
import { useReporting } from './use-reporting';

export function MoreMenu({ report }: { report: ReportSubject }) {
  const items = useReporting(report);
  return items.length === 0 ? null : <Menu label="More" trigger={<MoreIcon />} items={items} />;
}
