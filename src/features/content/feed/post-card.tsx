/**
 * A post in lists and on its own page: author, time, audience, text, media or their lock, poll, and reactions.
 * All actions on a post are in this card; lists only arrange cards.
 */
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Audience } from '@contract/kernel/values/content';
import { startOf } from '@contract/kernel/values/text-start';
import { countWords } from '@web/lib/i18n/counts';
import { fullDate } from '@web/lib/i18n/dates';
import { titleOf } from '@web/lib/wording/item-labels';
import { itemPath, profilePath } from '@web/lib/paths';
import { tipDialogOpened } from '@web/session/store/dialogs.slice';
import { FollowButton } from '@web/social/follow-button';
import { useCurrentUser, useAppDispatch, useIsOnline } from '@web/session/store/hooks';
import { MoreMenu } from '@web/social/more-menu';
import { shareUrl } from '@web/social/share';
import { useUnlockItem } from '@web/social/use-unlock-item';
import { useReactions } from '@web/social/use-reactions';
import { Avatar } from '@web/ui/people/avatar';
import { Button, IconButton } from '@web/ui/actions/button';
import { EditIcon, CalendarIcon, PinIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { LinkedText } from '@web/ui/display/linked-text';
import { pageTitleId } from '@web/ui/page/page-head';
import { VerifiedMark } from '@web/ui/people/verified-mark';
import { ReactionBar } from '@web/ui/items/reaction-bar';
import { TagList } from '@web/ui/items/tag-list';
import { TimeAgo } from '@web/ui/display/times';
import { PollBox } from './poll-box';
import { PostMedia } from './post-media';
import type { Post } from './requests';
import styles from './feed.module.css';

/** Loaded on demand: few posts announce a show with tickets. Not on the server: the lists of posts are loaded on demand, too. */
const TicketOffer = dynamic(() => import('@web/checkout/ticket-offer').then((loaded) => loaded.TicketOffer), {
  ssr: false,
  loading: () => <div className={styles.ticketLoading} />,
});

interface PostCardProps {
  post: Post;
  /** `list`: one of several posts. `profile`: in its author's list. `page`: on the post's own page. */
  context?: 'list' | 'profile' | 'page';
  /** Above the fold: its first picture is loaded eagerly. */
  first?: boolean;
}

const audienceLabels: Record<Audience, string | null> = {
  public: null,
  followers: 'For followers',
  subscribers: 'For subscribers',
  paid: 'Pay-per-view',
};

export function PostCard({ post, context = 'list', first = false }: PostCardProps) {
  const { _id: id, performer, isLocked, poll, tags, totalComment } = post;
  const viewer = useCurrentUser();
  const dispatch = useAppDispatch();
  const lock = useUnlockItem(post);
  const reactions = useReactions('feed', id, post);
  const path = itemPath(post);
  const isOwn = viewer?._id === performer._id;
  const titleId = `post-${id}`;
  return (
    <article className={styles.post} aria-labelledby={context === 'page' ? pageTitleId : titleId}>
      <PostHead post={post} path={path} context={context} isOwn={isOwn} />
      <Title post={post} path={path} context={context} id={titleId} />
      <PostText post={post} context={context} />
      {post.streamScheduledAt === null ? null : <ShowStart at={post.streamScheduledAt} name={performer.name} />}
      {post.tickets === null ? null : <TicketOffer post={post} />}
      <PostMedia post={post} lock={lock} first={first} />
      {poll === null ? null : <PollBox postId={id} path={path} ownerId={performer._id} poll={poll} />}
      <TagList tags={tags} hrefOf={(tag) => `/search?q=${tag}`} />
      {context === 'page' ? <p className={styles.details}>{countWords(post.views, 'view')}</p> : null}
      <ReactionBar
        liked={reactions.isLiked}
        likes={reactions.totalLike}
        bookmarked={reactions.isBookmarked}
        comments={totalComment}
        {...(isLocked ? {} : { commentsHref: context === 'page' ? '#comments' : `${path}#comments` })}
        onLike={reactions.like}
        onBookmark={reactions.bookmark}
        onShare={() => void shareUrl(`${window.location.origin}${path}`, titleOf(post))}
        more={<MoreMenu report={{ target: 'feed', id, title: 'Report this post', person: performer }} />}
        onTip={viewer?.isPerformer ? undefined : () => dispatch(tipDialogOpened({ performer }))}
      />
    </article>
  );
}

interface PostHeadProps extends Required<Pick<PostCardProps, 'post' | 'context'>> {
  path: string;
  isOwn: boolean;
}

function PostHead({ post, path, context, isOwn }: PostHeadProps) {
  const { _id: id, performer, audience, isPinned, publishedAt, createdAt } = post;
  const { username, name, avatar, avatarBlur, isVerified } = performer;
  const online = useIsOnline(performer._id, performer.isOnline);
  const at = publishedAt ?? createdAt;
  const audienceLabel = audienceLabels[audience];
  return (
    <header className={styles.head}>
      <Avatar name={name} src={avatar} blur={avatarBlur} live={performer.isLive} online={online && !isOwn} />
      <div className={styles.byline}>
        <span className={styles.name}>
          <Link className={styles.author} href={profilePath({ id: performer._id, username })}>
            {name}
          </Link>
          {isVerified ? <VerifiedMark /> : null}
        </span>
        <span className={styles.details}>
          {context === 'page' ? (
            <TimeAgo at={at} />
          ) : (
            <Link className={styles.when} href={path}>
              <TimeAgo at={at} />
            </Link>
          )}
          {audienceLabel === null ? null : <span>{audienceLabel}</span>}
          {isPinned && context === 'profile' ? (
            <span className={styles.pinned}>
              <PinIcon /> Pinned
            </span>
          ) : null}
        </span>
      </div>
      {isOwn ? <IconButton label="Edit post" icon={<EditIcon />} href={`/creator/posts/${id}`} /> : null}
      {isOwn || context === 'profile' ? null : <FollowButton performer={performer} hidesFollowed={context === 'list'} />}
    </header>
  );
}

function Title({ post, path, context, id }: Required<Pick<PostCardProps, 'post' | 'context'>> & { path: string; id: string }) {
  const { title, performer } = post;
  if (context === 'page')
    return (
      <h1 id={pageTitleId} tabIndex={-1} className={title === '' ? 'visually-hidden' : styles.pageTitle}>
        {title === '' ? `Post by ${performer.name}` : title}
      </h1>
    );
  return (
    <h2 id={id} className={title === '' ? 'visually-hidden' : styles.title}>
      {title === '' ? (
        `Post by ${performer.name}`
      ) : (
        <Link className={styles.titleLink} href={path}>
          {title}
        </Link>
      )}
    </h2>
  );
}

const collapseAbove_chars = 480;
const collapsed_chars = 400;

/** The text of a post. In lists, long texts are collapsed. */
function PostText({ post: { text, isCut }, context }: Required<Pick<PostCardProps, 'post' | 'context'>>): ReactNode {
  const [isExpanded, setExpanded] = useState(false);
  if (text === '') return null;
  const isLong = context !== 'page' && text.length > collapseAbove_chars;
  const isCollapsed = isLong && !isExpanded;
  return (
    <div>
      <LinkedText>{isCollapsed ? `${startOf(text, collapsed_chars).trimEnd()}…` : `${text}${isCut ? '…' : ''}`}</LinkedText>
      {isLong ? (
        <span className={styles.more}>
          <Button kind="quiet" size="small" aria-expanded={isExpanded} onPress={() => setExpanded(!isExpanded)}>
            {isExpanded ? 'Show less' : 'Show more'}
          </Button>
        </span>
      ) : null}
    </div>
  );
}

/** When the scheduled show starts. */
function ShowStart({ at, name }: { at: string; name: string }) {
  return (
    <p className={styles.show}>
      <CalendarIcon />
      <span>
        {name} goes live <TimeAgo at={at} />
        <span className={styles.showDate} suppressHydrationWarning>
          {fullDate(at)}
        </span>
      </span>
    </p>
  );
}
