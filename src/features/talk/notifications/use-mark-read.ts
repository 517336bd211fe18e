/** Marks notifications as read: updates the list and the badges optimistically, and reverts when the API rejects it. */
import * as limits from '@contract/kernel/limits';
import { useStore } from 'react-redux';
import { services } from '@web/services/services';
import { useUpdateCached } from '@web/services/use-update-cached';
import { useAppDispatch } from '@web/session/store/hooks';
import type { SessionState } from '@web/session/store/state';
import { showFailure } from '@web/forms/show-failure';
import { unreadUpdated } from '@web/session/store/user.slice';
import type { Notification } from './requests';

export interface Marking {
  one: (notification: Notification) => void;
  /** Marks all as read, including those not loaded yet; `shown` are the loaded ones. */
  all: (shown: readonly Notification[]) => void;
}

export function useMarking(): Marking {
  const dispatch = useAppDispatch();
  const store = useStore<Pick<SessionState, 'user'>>();
  const updateCached = useUpdateCached();
  const unread = () => store.getState().user.current?.unread ?? { conversations: 0, notifications: 0 };
  const setCount = (notifications: number) => void dispatch(unreadUpdated({ ...unread(), notifications: Math.max(0, notifications) }));

  const mark = async (marked: readonly Notification[], left: number, send: () => Promise<{ unread: number }>) => {
    const before = unread().notifications;
    const setRead = (isRead: boolean) => {
      for (const { _id } of marked) updateCached(_id, (cached) => ({ ...cached, isRead }));
    };
    setRead(true);
    setCount(left);
    try {
      setCount((await send()).unread);
    } catch (thrown) {
      setRead(false);
      setCount(before);
      showFailure(thrown);
    }
  };
  return {
    one: (notification) => {
      if (notification.isRead) return;
      const { notifications } = unread();
      // Beyond the maximum count only the API knows how many there are.
      const left = notifications < limits.unreadCountedMax ? notifications - 1 : notifications;
      void mark([notification], left, () => services.notifications['POST /notifications/read']({ body: { ids: [notification._id] } }));
    },
    all: (shown) => {
      const marked = shown.filter(({ isRead }) => !isRead);
      void mark(marked, 0, () => services.notifications['POST /notifications/read']({ body: {} }));
    },
  };
}
