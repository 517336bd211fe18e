/** Requests for private shows over any screen of a performer. On the page of a request itself it stands there already. */
import { RequestCards } from '@web/features/live/private-shows/request-cards';
import { privateRequestAccessed } from '@web/features/live/streaming/store/requests.slice';
import { useIntents } from '@web/session/store/hooks';
import { useRouter } from 'next/router';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { RootState } from '../store/store';

const none: NonNullable<RootState['streaming']>['privateRequests'] = [];

export function PrivateRequests() {
  const tell = useIntents();
  const { asPath } = useRouter();
  const waiting = useSelector(({ streaming }: RootState) => streaming?.privateRequests ?? none);
  const requests = useMemo(() => waiting.filter(({ conversationId }) => !asPath.startsWith(`/show/${conversationId}`)), [waiting, asPath]);
  return <RequestCards requests={requests} onGone={(conversationId) => void tell(privateRequestAccessed(conversationId))} />;
}
