/** /following: the performers that the viewer follows. Unfollowing is immediate, with undo. */
import { useRouter } from 'next/router';
import { profilePath, conversationPath } from '@web/lib/paths';
import { countFoundWords } from '@web/lib/i18n/counts';
import type { ResponseOf } from '@web/services/call';
import { services } from '@web/services/services';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { followed, unfollowed } from '@web/session/store/follow.slice';
import { useAppDispatch, useIsOnline } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { InfiniteList } from '@web/ui/lists/infinite-list';
import { ListControls } from '@web/ui/lists/list-controls';
import { PageHead } from '@web/ui/page/page-head';
import { PersonLine } from '@web/ui/people/person-line';
import { EmptyState, ErrorState, Skeleton } from '@web/ui/feedback/states';
import { Day } from '@web/ui/display/times';
import { followingRequest } from './requests';
import { useRemoveWithUndo } from './use-remove-item';
import styles from './saved.module.css';

type Followed = ResponseOf<'GET /follows/following'>['data'][number];

export function FollowingScreen() {
  const { query } = useRouter();
  const filter = followingRequest(query).query;
  const { items, total, hasMore, isLoadingMore, error, more, retry } = useEndpointPages('GET /follows/following', filter);
  const [isRemoved, removeWithUndo] = useRemoveWithUndo();
  const dispatch = useAppDispatch();
  const remaining = items?.filter(({ _id: id }) => !isRemoved(id));
  const unfollow = ({ _id: id, performerId, performer }: Followed) =>
    removeWithUndo({
      id,
      message: `You no longer follow ${performer.name}`,
      remove: async () => {
        await services.responses['DELETE /follows/:id']({ params: { id: performerId } });
        dispatch(unfollowed(performerId));
      },
      restore: async () => {
        await services.responses['POST /follows/:id']({ params: { id: performerId } });
        dispatch(followed(performerId));
      },
    });
  return (
    <>
      <PageHead
        title="Following"
        noindex
        {...(items && items.length > 0 ? { lead: countFoundWords(total - (items.length - (remaining?.length ?? 0)), 'creator') } : {})}
      />
      {filter.q !== undefined || (items && items.length > 0) ? <ListControls searchLabel="Search creators you follow" /> : null}
      {error && !items ? <ErrorState error={error} onRetry={retry} /> : null}
      {!items && !error ? <Skeleton shape="row" count={6} label="Loading creators you follow…" /> : null}
      {remaining ? (
        <InfiniteList
          label="Creators you follow"
          items={remaining}
          keyOf={({ _id }) => _id}
          render={(follow) => <FollowedPerformer follow={follow} onUnfollow={() => unfollow(follow)} />}
          hasMore={hasMore}
          isLoadingMore={isLoadingMore}
          onMore={more}
          error={error}
          onRetry={retry}
          className={styles.rows}
          empty={filter.q === undefined ? <NoFollows /> : <EmptyState title="No matches" text="Try another name." />}
        />
      ) : null}
    </>
  );
}

function NoFollows() {
  return (
    <EmptyState
      title="You’re not following anyone yet"
      text="Follow creators to see their posts for followers. It’s free."
      action={
        <Button kind="primary" href="/explore">
          Explore creators
        </Button>
      }
    />
  );
}

function FollowedPerformer({ follow: { performer, createdAt }, onUnfollow }: { follow: Followed; onUnfollow: () => void }) {
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
          <Button size="small" aria-label={`Message ${name}`} href={conversationPath({ _id: id, isPerformer: true })}>
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
