/**
 * A post as lists and its own page show it: who, when and for whom, words, media or their lock, poll, and how people answer it.
 * Everything that can be done to a post is done here; lists only place it.
 */
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Audience } from '@contract/values';
import { countWords } from '@web/lib/i18n/counts';
import { fullDate } from '@web/lib/i18n/dates';
import { titleOf } from '@web/lib/wording/item-labels';
import { itemPath, profilePath } from '@web/lib/paths';
import { tipAsked } from '@web/session/store/dialogs.slice';
import { FollowButton } from '@web/social/follow-button';
import { useCurrentUser, useIntents, useIsOnline } from '@web/session/store/hooks';
import { MoreMenu } from '@web/social/more-menu';
import { shareAddress } from '@web/social/share';
import { useOpenItem } from '@web/social/use-open-item';
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

interface PostCardProps {
  post: Post;
  /** `list`: one among others. `profile`: in its author's own list. `page`: the page is about it. */
  place?: 'list' | 'profile' | 'page';
  /** Among the first things of the page: its first picture loads at once. */
  first?: boolean;
}

const forWhom: Record<Audience, string | null> = {
  public: null,
  followers: 'For followers',
  subscribers: 'For subscribers',
  paid: 'For sale',
};

export function PostCard({ post, place = 'list', first = false }: PostCardProps) {
  const { _id: id, performer, isLocked, poll, tags, totalComment } = post;
  const viewer = useCurrentUser();
  const tell = useIntents();
  const lock = useOpenItem(post);
  const reactions = useReactions('feed', id, post);
  const path = itemPath(post);
  const isOwn = viewer?._id === performer._id;
  const titleId = `post-${id}`;
  return (
    <article className={styles.post} aria-labelledby={place === 'page' ? pageTitleId : titleId}>
      <PostHead post={post} path={path} place={place} isOwn={isOwn} />
      <Title post={post} path={path} place={place} id={titleId} />
      <Words post={post} place={place} />
      {post.streamScheduledAt === null ? null : <Show at={post.streamScheduledAt} name={performer.name} />}
      <PostMedia post={post} lock={lock} first={first} />
      {poll === null ? null : <PollBox postId={id} path={path} ownerId={performer._id} poll={poll} />}
      <TagList tags={tags} hrefOf={(tag) => `/search?q=${tag}`} />
      {place === 'page' ? <p className={styles.facts}>{countWords(post.views, 'view')}</p> : null}
      <ReactionBar
        liked={reactions.isLiked}
        likes={reactions.totalLike}
        bookmarked={reactions.isBookmarked}
        comments={totalComment}
        {...(isLocked ? {} : { commentsHref: place === 'page' ? '#comments' : `${path}#comments` })}
        onLike={reactions.like}
        onBookmark={reactions.bookmark}
        onShare={() => void shareAddress(`${window.location.origin}${path}`, titleOf(post))}
        more={<MoreMenu report={{ target: 'feed', id, title: 'Report this post', person: performer }} />}
        onTip={viewer?.isPerformer ? undefined : () => tell(tipAsked({ performer }))}
      />
    </article>
  );
}

interface HeadProps extends Required<Pick<PostCardProps, 'post' | 'place'>> {
  path: string;
  isOwn: boolean;
}

function PostHead({ post, path, place, isOwn }: HeadProps) {
  const { _id: id, performer, audience, isPinned, publishedAt, createdAt } = post;
  const { username, name, avatar, avatarBlur, isVerified } = performer;
  const online = useIsOnline(performer._id, performer.isOnline);
  const at = publishedAt ?? createdAt;
  const audienceWords = forWhom[audience];
  return (
    <header className={styles.head}>
      <Avatar name={name} src={avatar} blur={avatarBlur} live={performer.isLive} online={online && !isOwn} />
      <div className={styles.who}>
        <span className={styles.name}>
          <Link className={styles.author} href={profilePath({ id: performer._id, username })}>
            {name}
          </Link>
          {isVerified ? <VerifiedMark /> : null}
        </span>
        <span className={styles.facts}>
          {place === 'page' ? (
            <TimeAgo at={at} />
          ) : (
            <Link className={styles.when} href={path}>
              <TimeAgo at={at} />
            </Link>
          )}
          {audienceWords === null ? null : <span>{audienceWords}</span>}
          {isPinned && place === 'profile' ? (
            <span className={styles.pinned}>
              <PinIcon /> Pinned
            </span>
          ) : null}
        </span>
      </div>
      {isOwn ? <IconButton label="Edit post" icon={<EditIcon />} href={`/creator/posts/${id}`} /> : null}
      {isOwn || place === 'profile' ? null : <FollowButton performer={performer} hidesFollowed={place === 'list'} />}
    </header>
  );
}

function Title({ post, path, place, id }: Required<Pick<PostCardProps, 'post' | 'place'>> & { path: string; id: string }) {
  const { title, performer } = post;
  if (place === 'page')
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

const longFrom_signs = 480;
const shown_signs = 400;

/** The text; in lists only the beginning of a long one. */
function Words({ post: { text, isCut }, place }: Required<Pick<PostCardProps, 'post' | 'place'>>): ReactNode {
  const [isWhole, setWhole] = useState(false);
  if (text === '') return null;
  const isLong = place !== 'page' && text.length > longFrom_signs;
  const isShort = isLong && !isWhole;
  return (
    <div>
      <LinkedText>{isShort ? `${text.slice(0, shown_signs).trimEnd()}…` : `${text}${isCut ? '…' : ''}`}</LinkedText>
      {isLong ? (
        <span className={styles.more}>
          <Button kind="quiet" size="small" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
            {isWhole ? 'Show less' : 'Show more'}
          </Button>
        </span>
      ) : null}
    </div>
  );
}

/** When the show begins that the post tells of. */
function Show({ at, name }: { at: string; name: string }) {
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
