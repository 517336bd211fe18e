/** A show for guests: what it is and who may watch, with links to sign up and log in, which lead back here. */
import { loginPath, profilePath, showPath } from '@web/lib/paths';
import type { ResponseOf } from '@web/services/call';
import { useEndpoint } from '@web/services/use-endpoint';
import { Button, IconButton } from '@web/ui/actions/button';
import { CloseIcon } from '@web/ui/icons/icons';
import { LiveBadge } from '@web/ui/live/live-badge';
import { pageTitleId, PageTitle } from '@web/ui/page/page-head';
import { PersonLine } from '@web/ui/people/person-line';
import { ItemErrorPage } from '@web/ui/page/item-error-page';
import { Skeleton } from '@web/ui/feedback/states';
import { EndedShow } from './ended-show';
import { pollWithoutEvents_ms } from './use-show';
import { accessText, viewersText } from '../texts';
import styles from './watch.module.css';

type Profile = ResponseOf<'GET /performers/:id'>;
type Running = NonNullable<Profile['stream']>;

export function GuestShow({ idOrName }: { idOrName: string }) {
  const { data, error, mutate } = useEndpoint(
    'GET /performers/:id',
    { params: { id: idOrName } },
    { refreshInterval: pollWithoutEvents_ms },
  );
  if (error && data === undefined) return <ItemErrorPage error={error} kind="page" onRetry={() => void mutate()} />;
  if (data === undefined) return <Skeleton shape="card" label="Loading the stream…" />;
  if (data.stream === null) return <EndedShow performer={data} hasEnded={false} />;
  return <GuestGate performer={data} stream={data.stream} />;
}

function GuestGate({ performer, stream }: { performer: Profile; stream: Running }) {
  const { _id: id, name, username, avatar, isVerified } = performer;
  const next = showPath(performer);
  const path = profilePath({ id, username });
  return (
    <div className={styles.watch} data-fills-screen="">
      <PageTitle title={`${stream.title} · ${name} live`} noindex />
      <div className={styles.leave}>
        <IconButton label="Leave stream" icon={<CloseIcon />} href={path} />
      </div>
      <div className={styles.gateStage}>
        <section className={styles.gate} aria-label="Access">
          <p className={styles.gateWords}>{accessText({ ...stream, performer })}</p>
          <p className={styles.details}>You need an account to watch. It’s free, and you’ll come right back here.</p>
          <div className={styles.ways}>
            <Button kind="primary" href={`/auth/register?next=${encodeURIComponent(next)}`}>
              Sign up
            </Button>
            <Button href={loginPath(next)}>Log in</Button>
          </div>
        </section>
      </div>
      <div className={styles.side}>
        <div className={styles.bar}>
          <p className={styles.details}>
            {stream.status === 'live' ? <LiveBadge /> : null}
            <span className="figures">{viewersText(stream.viewers)}</span>
          </p>
          <h1 id={pageTitleId} tabIndex={-1} className={styles.title}>
            {stream.title}
          </h1>
          <PersonLine person={{ name, username, avatar, live: stream.status === 'live' }} href={path} verified={isVerified} />
        </div>
      </div>
    </div>
  );
}
