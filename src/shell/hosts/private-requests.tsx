/** Requests for private shows, shown to performers over any screen except the request's own page. */
import { RequestCards } from '@web/features/live/private-shows/request-cards';
import { privateRequestsRemoved } from '@web/features/live/streaming/store/requests.slice';
import { useAppDispatch } from '@web/session/store/hooks';
import { useRouter } from 'next/router';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { RootState } from '../store/store';

const none: NonNullable<RootState['streaming']>['privateRequests'] = [];

export function PrivateRequests() {
  const dispatch = useAppDispatch();
  const { asPath } = useRouter();
  const pending = useSelector(({ streaming }: RootState) => streaming?.privateRequests ?? none);
  const requests = useMemo(() => pending.filter(({ conversationId }) => !asPath.startsWith(`/show/${conversationId}`)), [pending, asPath]);
  return <RequestCards requests={requests} onDismiss={(conversationId) => void dispatch(privateRequestsRemoved(conversationId))} />;
}
