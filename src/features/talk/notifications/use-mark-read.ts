/** Marking notifications as read: seen at once on the list and on the badges, and taken back when the host refuses. */
import * as limits from '@contract/kernel/limits';
import { useStore } from 'react-redux';
import { services } from '@web/services/services';
import { useChangeKept } from '@web/services/use-update-cached';
import { useIntents } from '@web/session/store/hooks';
import type { SessionState } from '@web/session/store/state';
import { showFailure } from '@web/session/show-failure';
import { unreadHeard } from '@web/session/store/user.slice';
import type { Notification } from '../../notifications/reads';

export interface Marking {
  one: (notification: Notification) => void;
  /** All there are, those too that are not on the list yet; `shown` are those that are. */
  all: (shown: readonly Notification[]) => void;
}

export function useMarking(): Marking {
  const tell = useIntents();
  const store = useStore<Pick<SessionState, 'user'>>();
  const change = useChangeKept();
  const unread = () => store.getState().user.current?.unread ?? { conversations: 0, notifications: 0 };
  const tellCount = (notifications: number) => void tell(unreadHeard({ ...unread(), notifications: Math.max(0, notifications) }));

  const mark = async (marked: readonly Notification[], left: number, send: () => Promise<{ unread: number }>) => {
    const before = unread().notifications;
    const setRead = (isRead: boolean) => {
      for (const { _id } of marked) change(_id, (kept) => ({ ...kept, isRead }));
    };
    setRead(true);
    tellCount(left);
    try {
      tellCount((await send()).unread);
    } catch (thrown) {
      setRead(false);
      tellCount(before);
      showFailure(thrown);
    }
  };
  return {
    one: (notification) => {
      if (notification.isRead) return;
      const { notifications } = unread();
      // How many there are beyond those that are counted, the host alone knows.
      const left = notifications < limits.unreadCountedMax ? notifications - 1 : notifications;
      void mark([notification], left, () => services.notifications['POST /notifications/read']({ body: { ids: [notification._id] } }));
    },
    all: (shown) => {
      const marked = shown.filter(({ isRead }) => !isRead);
      void mark(marked, 0, () => services.notifications['POST /notifications/read']({ body: {} }));
    },
  };
}
