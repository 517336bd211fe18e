/** Parts of every item page: the performer with the follow button, and the reactions. */
import { countWords } from '@web/lib/i18n/counts';
import { profilePath } from '@web/lib/paths';
import type { ResponseOf } from '@web/services/call';
import { PersonLine } from '@web/ui/people/person-line';
import { ReactionBar } from '@web/ui/items/reaction-bar';
import { tipDialogOpened } from '@web/session/store/dialogs.slice';
import { FollowButton } from './follow-button';
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import { MoreMenu } from './more-menu';
import { shareUrl } from './share';
import { useReactions } from './use-reactions';

type Performer = ResponseOf<'GET /performer-assets/videos/:id'>['performer'];

export function ItemPerformer({ performer }: { performer: Performer }) {
  const { _id: id, username, stats, isVerified } = performer;
  return (
    <PersonLine
      person={performer}
      href={profilePath({ id, username })}
      verified={isVerified}
      note={countWords(stats.followers, 'follower')}
      action={<FollowButton performer={performer} />}
    />
  );
}

interface ItemReactionsProps {
  kind: 'video' | 'gallery' | 'product';
  item: {
    _id: string;
    isLiked: boolean;
    isBookmarked: boolean;
    stats: { likes: number; comments: number };
    performer: Performer;
  };
  title: string;
  /** The absolute URL to share. */
  url: string;
  /** Whether the page shows comments. */
  hasComments: boolean;
  /** Whether fans can tip here. */
  offersTip?: boolean;
}

const reportTitles: Record<ItemReactionsProps['kind'], string> = {
  video: 'Report this video',
  gallery: 'Report this gallery',
  product: 'Report product',
};

export function ItemReactions({ kind, item, title, url, hasComments, offersTip = false }: ItemReactionsProps) {
  const { _id: id, isLiked, isBookmarked, stats, performer } = item;
  const viewer = useCurrentUser();
  const dispatch = useAppDispatch();
  const reactions = useReactions(kind, id, { isLiked, isBookmarked, totalLike: stats.likes });
  return (
    <ReactionBar
      liked={reactions.isLiked}
      likes={reactions.totalLike}
      bookmarked={reactions.isBookmarked}
      comments={stats.comments}
      {...(hasComments ? { commentsHref: '#comments' } : {})}
      onLike={reactions.like}
      onBookmark={reactions.bookmark}
      onShare={() => void shareUrl(url, title)}
      more={<MoreMenu report={{ target: kind, id, title: reportTitles[kind], person: performer }} />}
      onTip={!offersTip || viewer?.isPerformer ? undefined : () => dispatch(tipDialogOpened({ performer }))}
    />
  );
}
