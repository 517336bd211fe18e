/** Beside the video: live badge, time, viewers, title, performer, and the viewer's actions, such as tipping. */
import { useEffect, useState } from 'react';
import { formatTokens } from '@web/lib/i18n/money';
import { profilePath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { privateShowDialogOpened, privateShowDialogClosed, tipDialogOpened, tipDialogClosed } from '@web/session/store/dialogs.slice';
import { FollowButton } from '@web/social/follow-button';
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import { MoreMenu } from '@web/social/more-menu';
import { useSubscribeDialog } from '@web/social/use-subscribe-dialog';
import { Button } from '@web/ui/actions/button';
import { GiftIcon, ListIcon, StarIcon, VideoIcon } from '@web/ui/icons/icons';
import { Link } from '@web/ui/core/link';
import { LiveBadge } from '@web/ui/live/live-badge';
import { MenuList } from '@web/ui/actions/menu';
import { pageTitleId } from '@web/ui/page/page-head';
import { PersonLine } from '@web/ui/people/person-line';
import { Sheet } from '@web/ui/dialogs/sheet';
import { GoalBar } from './goal-bar';
import { LiveTime } from './live-time';
import type { Stream } from '../store/show';
import { viewersText } from '../texts';
import styles from './watch.module.css';

export function ShowBar({ stream }: { stream: Stream }) {
  const { title, description, viewers, tipGoal, isStreaming } = stream;
  return (
    <div className={styles.bar}>
      <p className={styles.details}>
        {isStreaming ? <LiveBadge /> : null}
        <LiveTime stream={stream} />
        <span className="figures">{viewersText(viewers)}</span>
      </p>
      <h1 id={pageTitleId} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      <Participants people={stream.participants} />
      {tipGoal === null ? null : <GoalBar goal={tipGoal} />}
      <ViewerActions stream={stream} />
      {description === '' ? null : <p className={styles.description}>{description}</p>}
    </div>
  );
}

/** Other people in the show who consented to be named. */
function Participants({ people }: { people: Stream['participants'] }) {
  if (people.length === 0) return null;
  return (
    <p className={styles.with}>
      <span>With</span>
      {people.map(({ _id: id, username, name }) => (
        <Link key={id} href={profilePath({ id, username })}>
          {name}
        </Link>
      ))}
    </p>
  );
}

function ViewerActions({ stream }: { stream: Stream }) {
  const { performer, canWatch, isSubscribed } = stream;
  const viewer = useCurrentUser();
  const subscribe = useSubscribeDialog(performer._id);
  const isFan = viewer?.isPerformer === false;
  const isOwn = viewer?._id === performer._id;
  const { name, username, avatar, isVerified } = performer;
  return (
    <>
      <PersonLine
        person={{ name, username, avatar, live: stream.isStreaming }}
        href={profilePath({ id: performer._id, username })}
        verified={isVerified}
        action={isOwn ? null : <FollowButton performer={performer} />}
      />
      <div className={styles.ways}>
        {isOwn ? (
          <Button size="small" href="/creator/live">
            Open studio
          </Button>
        ) : null}
        {isFan && canWatch ? <TipButtons stream={stream} /> : null}
        {isFan ? <PrivateShowButton performerId={performer._id} /> : null}
        {isFan && canWatch && !isSubscribed ? (
          <Button size="small" icon={<StarIcon />} onPress={() => void subscribe()}>
            Subscribe
          </Button>
        ) : null}
        <MoreMenu report={{ target: 'stream', id: stream._id, title: 'Report this stream', person: performer }} />
      </div>
    </>
  );
}

/**
 * Requests a private show while the performer takes requests. Price and availability come from the performer's profile; without it nothing
 * is offered.
 */
function PrivateShowButton({ performerId }: { performerId: string }) {
  const dispatch = useAppDispatch();
  const { data } = useEndpoint('GET /performers/:id', { params: { id: performerId } });
  useEffect(() => () => void dispatch(privateShowDialogClosed()), [dispatch]);
  if (data?.privateEnabled !== true) return null;
  return (
    <Button size="small" icon={<VideoIcon />} onPress={() => dispatch(privateShowDialogOpened(data))}>
      Private show · {formatTokens(data.privateMinutePrice)} tokens/min
    </Button>
  );
}

function TipButtons({ stream: { _id: streamId, performer, tipMenu } }: { stream: Stream }) {
  const dispatch = useAppDispatch();
  const [isOpen, setOpen] = useState(false);
  // Close the dialog together with the show.
  useEffect(() => () => void dispatch(tipDialogClosed()), [dispatch]);
  const items = tipMenu.map(({ _id, title, price }) => ({
    label: `${title} · ${formatTokens(price)}`,
    icon: <GiftIcon />,
    onPress: () => dispatch(tipDialogOpened({ performer, price, show: { streamId, menuItem: { _id, title } } })),
  }));
  return (
    <>
      <Button
        kind="primary"
        size="small"
        icon={<GiftIcon />}
        onPress={() => dispatch(tipDialogOpened({ performer, show: { streamId, menuItem: null } }))}
      >
        Tip
      </Button>
      {items.length === 0 ? null : (
        <Button size="small" icon={<ListIcon />} aria-haspopup="dialog" onPress={() => setOpen(true)}>
          Tip menu
        </Button>
      )}
      <Sheet title="Tip menu" open={isOpen} onClose={() => setOpen(false)}>
        <MenuList label="Tip menu" items={items} onChosen={() => setOpen(false)} />
      </Sheet>
    </>
  );
}
