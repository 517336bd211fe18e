/** A show as its viewers have it: the way in, the picture, what is given and said, and what is next when it is over. */
import { useRouter } from 'next/router';
import { useCallback, useEffect } from 'react';
import type { ComponentProps } from 'react';
import { profilePath } from '@web/lib/paths';
import { useEndpoint, useIsGiven } from '@web/services/use-endpoint';
import { useAccountId } from '@web/session/store/hooks';
import { IconButton } from '@web/ui/actions/button';
import { CloseIcon } from '@web/ui/icons/icons';
import { PageTitle } from '@web/ui/page/page-head';
import { RefusedPage } from '@web/ui/page/forbidden-page';
import { Skeleton } from '@web/ui/feedback/states';
import { EndedShow } from './ended-show';
import { EntryGate } from '../../../streaming/entry-gate';
import { runningRead } from '../../../streaming/reads';
import { ShowBar } from './show-bar';
import { StreamChat } from '../chat/stream-chat';
import { outside_ms, useShow } from '../../../streaming/use-show';
import type { Show } from '../../../streaming/use-show';
import { useVisibleHeight } from './use-visible-height';
import { WatchStage } from './watch-stage';
import styles from './watch.module.css';

export function WatchScreen() {
  const { query } = useRouter();
  const idOrName = typeof query['profileId'] === 'string' ? query['profileId'] : null;
  const show = useShow(idOrName);
  const { answer, error, reread } = show;
  // The server looked for a show and found her page alone.
  const isKnownAway = useIsGiven('GET /performers/:id', idOrName === null ? null : { params: { id: idOrName } }) && !answer && !error;
  const isOver = isKnownAway || show.isOver;
  if (isOver && answer) return <Waiting performer={answer.stream.performer} hasEnded reread={reread} />;
  if (isOver && idOrName !== null) return <NotLive idOrName={idOrName} reread={reread} />;
  if (error && (answer === undefined || error.error === 'blocked_by_performer'))
    return <RefusedPage refused={error} kind="show" onRetry={() => void reread()} />;
  if (answer === undefined) return <Skeleton shape="card" label="Loading the show…" />;
  return <Running answer={answer} isPutOut={show.isPutOut} reread={reread} />;
}

/** She may have a page without showing anything now. */
function NotLive({ idOrName, reread }: { idOrName: string } & Pick<Show, 'reread'>) {
  const { data, error, mutate } = useEndpoint('GET /performers/:id', { params: { id: idOrName } });
  if (error && data === undefined) return <RefusedPage refused={error} kind="page" onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="card" label="Loading…" />;
  return <Waiting performer={data} hasEnded={false} reread={reread} />;
}

/** Until the next show: followers and subscribers are told of it, others find it. */
function Waiting({ reread, ...ended }: ComponentProps<typeof EndedShow> & Pick<Show, 'reread'>) {
  const { data } = useEndpoint('GET /streaming/user/search', runningRead(ended.performer._id), { refreshInterval: outside_ms });
  const sessionId = data?.data[0]?.sessionId ?? null;
  useEffect(() => {
    if (sessionId !== null) void reread();
  }, [sessionId, reread]);
  return <EndedShow {...ended} />;
}

interface RunningProps extends Pick<Show, 'isPutOut' | 'reread'> {
  answer: NonNullable<Show['answer']>;
}

function Running({ answer: { stream, conversation, messages }, isPutOut, reread }: RunningProps) {
  const { performer, canWatch, title, description } = stream;
  const viewerId = useAccountId();
  const asked = useCallback(() => void reread(), [reread]);
  useVisibleHeight();
  return (
    <div className={styles.watch} data-fills-screen="">
      <PageTitle title={`${title} · ${performer.name} live`} description={description} noindex />
      <div className={styles.leave}>
        <IconButton label="Leave the show" icon={<CloseIcon />} href={profilePath({ id: performer._id, username: performer.username })} />
      </div>
      {canWatch ? (
        <WatchStage key={stream.sessionId} stream={stream} onRefused={asked} />
      ) : (
        <div className={styles.gateStage}>
          <EntryGate stream={stream} isPutOut={isPutOut} />
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
