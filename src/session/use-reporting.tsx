/** The way to report something, as an entry of a menu; none for what is one's own. Guests are led to log in. */
import { FlagIcon } from '@web/ui/icons/icons';
import type { MenuItem } from '@web/ui/actions/menu';
import { reportAsked } from './store/dialogs.slice';
import type { ReportSubject } from './store/dialogs.slice';
import { useCurrentUser, useIntents } from './store/hooks';
import { useAccountWay } from './use-require-account';

type Entry = MenuItem & { onPress: () => void };

/** Nothing, or the entry "Report". */
export function useReporting({ target, id, title, person: { _id, name } }: ReportSubject): Entry[] {
  const mayAct = useAccountWay();
  const viewer = useCurrentUser();
  const tell = useIntents();
  // Whoever helps a performer reports nothing in her name.
  if (viewer?._id === _id || viewer?.helper) return [];
  const ask = () => {
    if (mayAct()) tell(reportAsked({ target, id, title, person: { _id, name } }));
  };
  return [{ label: 'Report', icon: <FlagIcon />, onPress: ask }];
}
