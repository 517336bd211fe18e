/** The page where both meet: asked, refused, on, or over. */
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { profilePath } from '@web/lib/paths';
import { useCurrentUser } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import type { WalletParts } from '@web/checkout/wallet-parts';
import { Button } from '@web/ui/actions/button';
import { PageHead } from '@web/ui/page/page-head';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import { useRequest } from '../../private-shows/request';
import type { KnownRequest, PrivateRequest } from '../../private-shows/request';
import { RequestCard } from './request-cards';
import { ShowReceipt } from './show-receipt';
import { ShowStage } from './show-stage';
import { WaitingPanel } from './waiting-panel';
import { refusalWords } from './texts';

interface ShowScreenProps {
  parts: Pick<WalletParts, 'TopUpInPlace'>;
  /** What both write to each other meanwhile. */
  chat?: (request: PrivateRequest) => ReactNode;
}

export function ShowScreen(props: ShowScreenProps) {
  const { query } = useRouter();
  const user = useCurrentUser();
  const conversationId = typeof query['conversationId'] === 'string' ? query['conversationId'] : null;
  const known = useRequest(conversationId);
  const { request, error, reread } = known;
  const other = request && user ? otherOf(request, user) : null;
  return (
    <>
      <PageHead title={other === null ? 'Private show' : `Private show with ${other.name}`} noindex />
      {request === undefined && error ? <Fault error={error} onRetry={reread} /> : null}
      {request === undefined && !error ? <Skeleton shape="card" label="Opening the show…" /> : null}
      {request === null ? (
        <Empty
          title="There is no such private show"
          text="It is for two people alone, and you are none of them."
          action={<Button href="/home">Home</Button>}
        />
      ) : null}
      {request && user ? <Known {...props} user={user} known={known} request={request} /> : null}
    </>
  );
}

function otherOf({ user: fan, performer }: PrivateRequest, { _id }: CurrentUser): PrivateRequest['user'] {
  return _id === performer._id ? fan : performer;
}

interface KnownProps extends ShowScreenProps {
  user: CurrentUser;
  known: KnownRequest;
  request: PrivateRequest;
}

function Known({ user, known, request, parts, chat }: KnownProps) {
  const { status, performer } = request;
  const { reread, learn } = known;
  const other = otherOf(request, user);
  if (status === 'ended') return <ShowReceipt request={request} viewer={user} other={other} />;
  if (status === 'accepted') return <ShowStage request={request} viewer={user} other={other} parts={parts} chat={chat} onEnded={learn} />;
  if (status === 'pending')
    return user._id === performer._id ? (
      <RequestCard request={request} onGone={reread} />
    ) : (
      <WaitingPanel request={request} onCancelled={learn} onOver={reread} />
    );
  const page = profilePath({ id: performer._id, username: performer.username });
  return (
    <Empty
      title="This show did not begin"
      text={user._id === performer._id ? 'The request was declined, taken back, or its minute was over.' : refusalWords(request)}
      action={user._id === performer._id ? <Button href={page}>Your page</Button> : <Button href={`${page}?private=1`}>Ask again</Button>}
    />
  );
}
