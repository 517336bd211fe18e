/** The posts of followed and subscribed performers, filtered by the type in the URL. */
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { inSentence } from '@web/lib/i18n/in-sentence';
import { useEndpointPages } from '@web/services/use-endpoint-pages';
import { useCurrentUser, useHasFollowedHere } from '@web/session/store/hooks';
import { Button } from '@web/ui/actions/button';
import { ChipRow } from '@web/ui/actions/chips';
import { EditIcon } from '@web/ui/icons/icons';
import { EmptyState } from '@web/ui/feedback/states';
import { FeedPages } from './feed-list';
import { typeLabels, typeOptions } from './post-types';
import { homeRequest, typeFilterOf } from './requests';
import { useNewPosts } from './use-new-posts';
import styles from './feed.module.css';

const all = 'all';
const chips = [{ value: all, label: 'All' }, ...typeOptions()];

interface HomeFeedProps {
  /** Suggestions for viewers without follows; another feature provides them. */
  followSuggestions: ReactNode;
}

export function HomeFeed({ followSuggestions }: HomeFeedProps) {
  const router = useRouter();
  const type = typeFilterOf(router.query);
  const { query } = homeRequest(router.query);
  const pages = useEndpointPages('GET /user/feeds', query);
  const newCount = useNewPosts(query, pages.items, pages.retry);
  const choose = (value: string) => void router.push(value === all ? '/home' : `/home?type=${value}`, undefined, { scroll: false });
  const showNew = () => {
    window.scrollTo({ top: 0 });
    pages.retry();
  };
  return (
    <section className={styles.list} aria-label="Feed">
      <WritePostButton />
      <ChipRow label="Post type" chips={chips} chosen={[type ?? all]} onToggle={choose} />
      {newCount > 0 ? (
        <div className={styles.pill} role="status">
          <Button kind="primary" size="small" onPress={showNew}>
            {newCount === 1 ? '1 new post' : `${String(newCount)} new posts`}
          </Button>
        </div>
      ) : null}
      <FeedPages
        pages={pages}
        label="Posts"
        empty={
          type === undefined ? (
            <EmptyFeed followSuggestions={followSuggestions} onShow={pages.retry} />
          ) : (
            <NoPostsOfType typeLabel={typeLabels[type]} onShowAll={() => choose(all)} />
          )
        }
        end={
          <div className={styles.end}>
            <p>You’re all caught up.</p>
            <Button href="/explore">Explore creators</Button>
          </div>
        }
      />
    </section>
  );
}

/** A performer's link to the post editor; empty for other viewers. */
function WritePostButton() {
  const viewer = useCurrentUser();
  if (!viewer?.isPerformer || !viewer.isVerified) return null;
  return (
    <Button href="/creator/posts/new" icon={<EditIcon />} wide>
      Write a post
    </Button>
  );
}

function NoPostsOfType({ typeLabel, onShowAll }: { typeLabel: string; onShowAll: () => void }) {
  return (
    <EmptyState
      title={`No ${inSentence(typeLabel)} yet`}
      text="Creators you follow haven’t posted any yet."
      action={<Button onPress={onShowAll}>Show all posts</Button>}
    />
  );
}

function EmptyFeed({ followSuggestions, onShow }: HomeFeedProps & { onShow: () => void }) {
  const viewer = useCurrentUser();
  const hasFollowed = useHasFollowedHere();
  const hasNoFollows = viewer !== null && viewer.stats.following === 0 && viewer.stats.subscriptions === 0;
  if (!hasNoFollows)
    return (
      <EmptyState
        title="No posts yet"
        text="New posts from creators you follow show up here."
        action={<Button href="/explore">Explore creators</Button>}
      />
    );
  return (
    <div className={styles.list}>
      <div>
        <h2 className={styles.heading}>Follow a creator to get started</h2>
        <p className={styles.details}>New posts from creators you follow show up here. Following is free.</p>
      </div>
      {followSuggestions}
      {hasFollowed ? (
        <Button kind="primary" onPress={onShow}>
          Show my feed
        </Button>
      ) : null}
    </div>
  );
}
