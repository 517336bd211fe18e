/** A show for its viewers: the gate, the video, tips and chat, and what is next when it is over. */
import { useRouter } from 'next/router';
import { useCallback, useEffect } from 'react';
import type { ComponentProps } from 'react';
import { profilePath } from '@web/lib/paths';
import { useEndpoint, useHasInitialData } from '@web/services/use-endpoint';
import { useAccountId } from '@web/session/store/hooks';
import { IconButton } from '@web/ui/actions/button';
import { CloseIcon } from '@web/ui/icons/icons';
import { PageTitle } from '@web/ui/page/page-head';
import { ItemErrorPage } from '@web/ui/page/item-error-page';
import { Skeleton } from '@web/ui/feedback/states';
import { EndedShow } from './ended-show';
import { EntryGate } from './entry-gate';
import { GuestShow } from './guest-show';
import { runningShowRequest } from '../requests';
import { ShowBar } from './show-bar';
import { StreamChat } from '../chat/stream-chat';
import { pollWithoutEvents_ms, useShow } from './use-show';
import type { Show } from './use-show';
import { useVisibleHeight } from './use-visible-height';
import { WatchStage } from './watch-stage';
import styles from './watch.module.css';

export function WatchScreen() {
  const { query } = useRouter();
  const isGuest = useAccountId() === null;
  const idOrName = typeof query['profileId'] === 'string' ? query['profileId'] : null;
  return isGuest && idOrName !== null ? <GuestShow idOrName={idOrName} /> : <MemberShow idOrName={idOrName} />;
}

function MemberShow({ idOrName }: { idOrName: string | null }) {
  const show = useShow(idOrName);
  const { response, error, reload } = show;
  // The server found no running show, only the performer's profile.
  const isKnownOffline =
    useHasInitialData('GET /performers/:id', idOrName === null ? null : { params: { id: idOrName } }) && !response && !error;
  const isOver = isKnownOffline || show.isOver;
  if (isOver && response) return <AwaitNextShow performer={response.stream.performer} hasEnded reload={reload} />;
  if (isOver && idOrName !== null) return <NotLive idOrName={idOrName} reload={reload} />;
  if (error && (response === undefined || error.error === 'blocked_by_performer'))
    return <ItemErrorPage error={error} kind="show" onRetry={() => void reload()} />;
  if (response === undefined) return <Skeleton shape="card" label="Loading the stream…" />;
  return <Running response={response} hasLostAccess={show.hasLostAccess} reload={reload} />;
}

/** The performer's page of shows while none is running; an error page when the performer does not exist. */
function NotLive({ idOrName, reload }: { idOrName: string } & Pick<Show, 'reload'>) {
  const { data, error, mutate } = useEndpoint('GET /performers/:id', { params: { id: idOrName } });
  if (error && data === undefined) return <ItemErrorPage error={error} kind="page" onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="card" label="Loading…" />;
  return <AwaitNextShow performer={data} hasEnded={false} reload={reload} />;
}

/** Polls until the next show: followers and subscribers receive an event, others do not. */
function AwaitNextShow({ reload, ...endedProps }: ComponentProps<typeof EndedShow> & Pick<Show, 'reload'>) {
  const { data } = useEndpoint('GET /streaming/user/search', runningShowRequest(endedProps.performer._id), {
    refreshInterval: pollWithoutEvents_ms,
  });
  const sessionId = data?.data[0]?.sessionId ?? null;
  useEffect(() => {
    if (sessionId !== null) void reload();
  }, [sessionId, reload]);
  return <EndedShow {...endedProps} />;
}

interface RunningProps extends Pick<Show, 'hasLostAccess' | 'reload'> {
  response: NonNullable<Show['response']>;
}

function Running({ response: { stream, conversation, messages }, hasLostAccess, reload }: RunningProps) {
  const { performer, canWatch, title, description } = stream;
  const viewerId = useAccountId();
  const reloadShow = useCallback(() => void reload(), [reload]);
  useVisibleHeight();
  return (
    <div className={styles.watch} data-fills-screen="">
      <PageTitle title={`${title} · ${performer.name} live`} description={description} noindex />
      <div className={styles.leave}>
        <IconButton label="Leave stream" icon={<CloseIcon />} href={profilePath({ id: performer._id, username: performer.username })} />
      </div>
      {canWatch ? (
        <WatchStage key={stream.sessionId} stream={stream} onRefused={reloadShow} />
      ) : (
        <div className={styles.gateStage}>
          <EntryGate stream={stream} hasLostAccess={hasLostAccess} />
        </div>
      )}
      <div className={styles.side}>
        <ShowBar stream={stream} />
        {canWatch && viewerId !== null ? (
          <StreamChat key={stream.sessionId} conversation={conversation} messages={messages} viewerId={viewerId} />
        ) : null}
      </div>
    </div>
  );
}
