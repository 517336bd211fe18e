/** The menu item "Report"; none for the viewer's own items. Guests are redirected to log in. */
import { FlagIcon } from '@web/ui/icons/icons';
import type { MenuItem } from '@web/ui/actions/menu';
import { reportDialogOpened } from '@web/session/store/dialogs.slice';
import type { ReportSubject } from '@web/session/store/dialogs.slice';
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import { useRequireAccount } from '@web/session/use-require-account';

type ReportMenuItem = MenuItem & { onPress: () => void };

/** An empty list, or the item "Report". */
export function useReporting({ target, id, title, person: { _id, name } }: ReportSubject): ReportMenuItem[] {
  const requireAccount = useRequireAccount();
  const viewer = useCurrentUser();
  const dispatch = useAppDispatch();
  // Delegates cannot report on behalf of the performer.
  if (viewer?._id === _id || viewer?.helper) return [];
  const openDialog = () => {
    if (requireAccount()) dispatch(reportDialogOpened({ target, id, title, person: { _id, name } }));
  };
  return [{ label: 'Report', icon: <FlagIcon />, onPress: openDialog }];
}
