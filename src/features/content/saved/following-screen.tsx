/** /following: the performers whom somebody follows. Left at once, with a way back for a moment. */
import { useRouter } from 'next/router';
import { profilePath, writePath } from '@web/lib/paths';
import { foundWords } from '@web/lib/i18n/counts';
import type { AnswerOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { followed, unfollowed } from '@web/session/store/follow.slice';
import { useIntents, useIsOnline } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { EndlessList } from '@web/ui/lists/endless-list';
import { ListControls } from '@web/ui/lists/list-controls';
import { PageHead } from '@web/ui/page/page-head';
import { PersonLine } from '@web/ui/people/person-line';
import { Empty, Fault, Skeleton } from '@web/ui/feedback/states';
import { Day } from '@web/ui/display/times';
import { followingRead } from './requests';
import { usePutAway } from '../../saved/use-put-away';
import styles from './saved.module.css';

type Followed = AnswerOf<'GET /follows/following'>['data'][number];

export function FollowingScreen() {
  const { query } = useRouter();
  const read = followingRead(query).query;
  const { items, total, hasMore, isLoadingMore, error, more, retry } = useEndpointPages('GET /follows/following', read);
  const [isGone, putAway] = usePutAway();
  const tell = useIntents();
  const left = items?.filter(({ _id: id }) => !isGone(id));
  const unfollow = ({ _id: id, performerId, performer }: Followed) =>
    putAway({
      id,
      said: `You no longer follow ${performer.name}`,
      remove: async () => {
        await services.responses['DELETE /follows/:id']({ params: { id: performerId } });
        tell(unfollowed(performerId));
      },
      restore: async () => {
        await services.responses['POST /follows/:id']({ params: { id: performerId } });
        tell(followed(performerId));
      },
    });
  return (
    <>
      <PageHead
        title="Following"
        noindex
        {...(items && items.length > 0 ? { lead: foundWords(total - (items.length - (left?.length ?? 0)), 'performer') } : {})}
      />
      {read.q !== undefined || (items && items.length > 0) ? <ListControls searchLabel="Search whom you follow" /> : null}
      {error && !items ? <Fault error={error} onRetry={retry} /> : null}
      {!items && !error ? <Skeleton shape="row" count={6} label="Loading whom you follow…" /> : null}
      {left ? (
        <EndlessList
          label="Performers you follow"
          items={left}
          keyOf={({ _id }) => _id}
          render={(one) => <Line one={one} onUnfollow={() => unfollow(one)} />}
          hasMore={hasMore}
          isLoadingMore={isLoadingMore}
          onMore={more}
          error={error}
          onRetry={retry}
          className={styles.rows}
          empty={read.q === undefined ? <Nobody /> : <Empty title="Nobody matches" text="Try another name." />}
        />
      ) : null}
    </>
  );
}

function Nobody() {
  return (
    <Empty
      title="You follow nobody yet"
      text="Follow performers to see what they post for followers. It costs nothing."
      action={
        <Button kind="primary" href="/explore">
          Explore performers
        </Button>
      }
    />
  );
}

function Line({ one: { performer, createdAt }, onUnfollow }: { one: Followed; onUnfollow: () => void }) {
  const { _id: id, username, name, isVerified } = performer;
  const online = useIsOnline(id, performer.isOnline);
  return (
    <PersonLine
      person={{ ...performer, online }}
      href={profilePath({ id, username })}
      verified={isVerified}
      note={
        <>
          Since <Day at={createdAt} />
        </>
      }
      action={
        <div className={styles.actions}>
          <Button size="small" aria-label={`Message ${name}`} href={writePath({ _id: id, isPerformer: true })}>
            Message
          </Button>
          <Button size="small" aria-label={`Unfollow ${name}`} onPress={onUnfollow}>
            Unfollow
          </Button>
        </div>
      }
    />
  );
}
