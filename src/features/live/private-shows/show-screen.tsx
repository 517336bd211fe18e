/** The page of a private show for fan and performer: requested, declined, running, or over. */
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { profilePath } from '@web/lib/paths';
import { useCurrentUser } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
import type { WalletComponents } from '@web/checkout/wallet-parts';
import { Button } from '@web/ui/actions/button';
import { PageHead } from '@web/ui/page/page-head';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { useRequest } from './request';
import type { RequestState, PrivateRequest } from './request';
import { RequestCard } from './request-cards';
import { ShowReceipt } from './show-receipt';
import { ShowStage } from './show-stage';
import { WaitingPanel } from './waiting-panel';
import { declineText } from './texts';

interface ShowScreenProps {
  parts: Pick<WalletComponents, 'TopUpInPlace'>;
  /** The chat between the two during the show. */
  chat?: (request: PrivateRequest) => ReactNode;
}

export function ShowScreen(props: ShowScreenProps) {
  const { query } = useRouter();
  const user = useCurrentUser();
  const conversationId = typeof query['conversationId'] === 'string' ? query['conversationId'] : null;
  const state = useRequest(conversationId);
  const { request, error, reload } = state;
  const other = request && user ? otherOf(request, user) : null;
  return (
    <>
      <PageHead title={other === null ? 'Private show' : `Private show with ${other.name}`} noindex />
      {request === undefined && error ? <ErrorState error={error} onRetry={reload} /> : null}
      {request === undefined && !error ? <Skeleton shape="card" label="Opening the show…" /> : null}
      {request === null ? (
        <EmptyState
          title="Private show not found"
          text="It doesn’t exist, or you don’t have access to it."
          action={<Button href="/home">Home</Button>}
        />
      ) : null}
      {request && user ? <RequestView {...props} user={user} state={state} request={request} /> : null}
    </>
  );
}

function otherOf({ user: fan, performer }: PrivateRequest, { _id }: CurrentUser): PrivateRequest['user'] {
  return _id === performer._id ? fan : performer;
}

interface RequestViewProps extends ShowScreenProps {
  user: CurrentUser;
  state: RequestState;
  request: PrivateRequest;
}

function RequestView({ user, state, request, parts, chat }: RequestViewProps) {
  const { status, performer } = request;
  const { reload, applyUpdate } = state;
  const other = otherOf(request, user);
  if (status === 'ended') return <ShowReceipt request={request} viewer={user} other={other} />;
  if (status === 'accepted')
    return <ShowStage request={request} viewer={user} other={other} parts={parts} chat={chat} onEnded={applyUpdate} />;
  if (status === 'pending')
    return user._id === performer._id ? (
      <RequestCard request={request} onDismiss={reload} />
    ) : (
      <WaitingPanel request={request} onCanceled={applyUpdate} onOutdated={reload} />
    );
  const profileHref = profilePath({ id: performer._id, username: performer.username });
  return (
    <EmptyState
      title="This show didn’t start"
      text={user._id === performer._id ? 'The request was declined, canceled or not answered in time.' : declineText(request)}
      action={
        user._id === performer._id ? (
          <Button href={profileHref}>Your profile</Button>
        ) : (
          <Button href={`${profileHref}?private=1`}>Request again</Button>
        )
      }
    />
  );
}
