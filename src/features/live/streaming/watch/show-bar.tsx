/** Beside the picture: that it is live, for how long and for how many, what it is called, who shows it, and what one can give. */
import { useEffect, useState } from 'react';
import { formatTokens } from '@web/lib/i18n/money';
import { profilePath } from '@web/lib/paths';
import { useEndpoint } from '@web/services/use-endpoint';
import { privateShowAsked, privateShowClosed, tipAsked, tipClosed } from '@web/session/store/dialogs.slice';
import { FollowButton } from '@web/social/follow-button';
import { useCurrentUser, useIntents } from '@web/session/store/hooks';
import { MoreMenu } from '@web/social/more-menu';
import { useSubscribeDialog } from '@web/social/use-subscribe-dialog';
import { Button } from '@web/ui/actions/button';
import { GiftIcon, ListIcon, StarIcon, VideoIcon } from '@web/ui/icons/icons';
import { LiveBadge } from '@web/ui/live/live-badge';
import { MenuList } from '@web/ui/actions/menu';
import { pageTitleId } from '@web/ui/page/page-head';
import { PersonLine } from '@web/ui/people/person-line';
import { Sheet } from '@web/ui/dialogs/sheet';
import { GoalBar } from './goal-bar';
import { LiveTime } from './live-time';
import type { Stream } from '../../../streaming/show';
import { viewerWords } from '../../../streaming/words';
import styles from './watch.module.css';

export function ShowBar({ stream }: { stream: Stream }) {
  const { title, description, viewers, tipGoal, isStreaming } = stream;
  return (
    <div className={styles.bar}>
      <p className={styles.facts}>
        {isStreaming ? <LiveBadge /> : null}
        <LiveTime stream={stream} />
        <span className="figures">{viewerWords(viewers)}</span>
      </p>
      <h1 id={pageTitleId} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {tipGoal === null ? null : <GoalBar goal={tipGoal} />}
      <Giving stream={stream} />
      {description === '' ? null : <p className={styles.description}>{description}</p>}
    </div>
  );
}

function Giving({ stream }: { stream: Stream }) {
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
        {isFan && canWatch ? <TipWays stream={stream} /> : null}
        {isFan ? <PrivateShowWay performerId={performer._id} /> : null}
        {isFan && canWatch && !isSubscribed ? (
          <Button size="small" icon={<StarIcon />} onPress={() => void subscribe()}>
            Subscribe
          </Button>
        ) : null}
        <MoreMenu report={{ target: 'stream', id: stream._id, title: 'Report this show', person: performer }} />
      </div>
    </>
  );
}

/** To see her alone, while she takes requests. What it costs stands on her page; without it there is nothing to offer. */
function PrivateShowWay({ performerId }: { performerId: string }) {
  const tell = useIntents();
  const { data } = useEndpoint('GET /performers/:id', { params: { id: performerId } });
  useEffect(() => () => void tell(privateShowClosed()), [tell]);
  if (data?.privateEnabled !== true) return null;
  return (
    <Button size="small" icon={<VideoIcon />} onPress={() => tell(privateShowAsked(data))}>
      Private show · {formatTokens(data.privateMinutePrice)} a minute
    </Button>
  );
}

function TipWays({ stream: { _id: streamId, performer, tipMenu } }: { stream: Stream }) {
  const tell = useIntents();
  const [isOpen, setOpen] = useState(false);
  // The dialog goes with the show.
  useEffect(() => () => void tell(tipClosed()), [tell]);
  const items = tipMenu.map(({ _id, title, price }) => ({
    label: `${title} · ${formatTokens(price)}`,
    icon: <GiftIcon />,
    onPress: () => tell(tipAsked({ performer, price, show: { streamId, menuItem: { _id, title } } })),
  }));
  return (
    <>
      <Button
        kind="primary"
        size="small"
        icon={<GiftIcon />}
        onPress={() => tell(tipAsked({ performer, show: { streamId, menuItem: null } }))}
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
