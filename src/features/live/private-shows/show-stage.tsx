/** The show itself: the other one large, the own picture small, the same clock and sum for both, and the way out. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { shortTokens, spokenTokens } from '@web/lib/i18n/money';
import { isRunning } from '@web/lib/running-show';
import { services } from '@web/services/services';
import { tipAsked } from '@web/session/store/dialogs.slice';
import { useEndpoint } from '@web/services/use-endpoint';
import { useIntents } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/session/intents';
import { MoreMenu } from '@web/social/more-menu';
import { placeOf } from '@web/session/sending-place';
import { showFailure } from '@web/session/show-failure';
import { useDevices } from '@web/device/use-devices';
import { useHeldRoom, usePublication, useWatching } from '@web/realtime/use-live-connection';
import type { WalletParts } from '@web/checkout/wallet-parts';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { DeviceFaultNotice, DevicePickers, MuteButtons } from '@web/ui/live/device-parts';
import { GiftIcon } from '@web/ui/icons/icons';
import { LivePicture } from '@web/ui/live/live-picture';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { StageBox } from '@web/ui/live/stage';
import { Countdown, Elapsed } from '@web/ui/display/times';
import type { PrivateRequest } from '../../private-shows/request';
import { earnedSoFar, minutesText } from './texts';
import styles from './private-shows.module.css';

interface ShowStageProps {
  request: PrivateRequest;
  viewer: CurrentUser;
  other: PrivateRequest['user'];
  parts: Pick<WalletParts, 'TopUpInPlace'>;
  chat?: ((request: PrivateRequest) => ReactNode) | undefined;
  onEnded: (request: PrivateRequest) => void;
}

export function ShowStage({ request, viewer, other, parts, chat, onEnded }: ShowStageProps) {
  const { _id, streamId, user: fan, startedAt, expiresAt } = request;
  const isFan = viewer._id === fan._id;
  const [muted, setMuted] = useState({ audio: false, video: false });
  const [isEnding, setEnding] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const devices = useDevices(true);
  const own = usePublication(streamId, devices, muted);
  const theirs = useWatching(streamId);
  useHeldRoom(useOwnPublicShow(!isFan), devices);
  const end = async () => {
    onEnded(await services.streaming['POST /streaming/private-requests/:id/end']({ params: { id: _id } }));
  };
  return (
    <div className={styles.show}>
      <div className={styles.pictures}>
        <LivePicture
          stream={theirs.line?.stream ?? null}
          label={`Picture of ${other.name}`}
          words={startedAt === null ? <Meeting name={other.name} until={expiresAt} isConnected={theirs.state === 'connected'} /> : null}
        />
        <div className={styles.own}>
          <LivePicture stream={devices.stream} label="Your own picture" own small />
        </div>
      </div>
      <ShowSums request={request} viewer={viewer} isFan={isFan} />
      <Lines own={own.state} theirs={theirs.state} hasPicture={devices.state === 'ready'} />
      {devices.state === 'ready' || devices.state === 'asking' ? null : (
        <>
          <DeviceFaultNotice fault={devices.state} onRetry={devices.askAgain} />
          {isFan ? <Notice>{`Without them you still see and hear ${other.name}.`}</Notice> : null}
        </>
      )}
      <Warning request={request} isFan={isFan} parts={parts} />
      <div className={styles.answers} role="group" aria-label="Show">
        <MuteButtons muted={muted} onMute={setMuted} />
        <Button onPress={() => setChoosing(true)}>Devices</Button>
        {isFan ? <TipButton performerId={other._id} /> : null}
        <MoreMenu report={{ target: 'stream', id: streamId, title: 'Report this show', person: other }} />
        <Button kind="danger" onPress={() => setEnding(true)}>
          End show
        </Button>
      </div>
      {chat ? <StageBox>{chat(request)}</StageBox> : null}
      {isChoosing ? (
        <OpenSheet title="Camera and microphone" onClose={() => setChoosing(false)}>
          <DevicePickers devices={devices} />
        </OpenSheet>
      ) : null}
      <ConfirmDialog
        open={isEnding}
        title={`End the show with ${other.name}?`}
        consequence={
          isFan
            ? 'The minute that has begun is paid. What is set aside and not used comes back to you.'
            : `The minute that has begun is paid. What is set aside and not used goes back to ${other.name}.`
        }
        verb="End"
        onConfirm={end}
        onClose={() => setEnding(false)}
      />
    </div>
  );
}

/** The public show that this window was sending before; it waits for its performer. */
function useOwnPublicShow(isPerformer: boolean): string | null {
  const { data } = useEndpoint('GET /streaming/mine', isPerformer ? {} : null);
  if (data === undefined) return null;
  const { _id, sessionId } = data.stream;
  return isRunning(data.stream) && sessionId !== null && placeOf(sessionId) === 'here' ? _id : null;
}

function ShowSums({ request, viewer, isFan }: { request: PrivateRequest; viewer: CurrentUser; isFan: boolean }) {
  const { startedAt, pricePerMinute, amountBilled, minutesLeft } = request;
  return (
    <p className={styles.sums}>
      <Elapsed since={startedAt} label="Time of the show" />
      <span>{spokenTokens(pricePerMinute)} a minute</span>
      <strong>{isFan ? `Spent ${spokenTokens(amountBilled)}` : `Paid ${spokenTokens(amountBilled)}`}</strong>
      {viewer.isPerformer && !isFan ? <span>You receive {shortTokens(earnedSoFar(request, viewer.commissionRate))}</span> : null}
      {minutesLeft === null ? null : <span>{minutesLeft === 0 ? 'Last paid minute' : `${minutesText(minutesLeft)} left`}</span>}
    </p>
  );
}

interface LinesProps {
  own: string;
  theirs: string;
  hasPicture: boolean;
}

function Lines({ own, theirs, hasPicture }: LinesProps) {
  if (own === 'replaced') return <Notice tone="warn">The show goes on in another window. This one has stopped sending.</Notice>;
  if (own === 'refused' || theirs === 'refused')
    return <Notice tone="warn">The live engine does not let this window in. Load the page again.</Notice>;
  if (theirs === 'reconnecting' || theirs === 'failed' || (hasPicture && own === 'reconnecting'))
    return <Notice tone="warn">Reconnecting… While one of you is away no new minute begins.</Notice>;
  return null;
}

function Meeting({ name, until, isConnected }: { name: string; until: PrivateRequest['expiresAt']; isConnected: boolean }) {
  return (
    <>
      <p>{isConnected ? 'Waiting until you both see each other: nothing is paid before.' : `Connecting to ${name}…`}</p>
      <p>
        <Countdown until={until} label="Time to come" />
      </p>
    </>
  );
}

/** How long the tokens last, as the fan reads it, or as the performer reads it of the fan with this name. */
function shortWords(minutesLeft: number, fanName: string | null): string {
  if (minutesLeft === 0)
    return fanName === null
      ? 'Your tokens cover this minute only. Then the show ends by itself.'
      : `The tokens of ${fanName} cover this minute only. Then the show ends by itself.`;
  return fanName === null
    ? `Your tokens last for ${minutesText(minutesLeft)} more. Then the show ends by itself.`
    : `The tokens of ${fanName} last for ${minutesText(minutesLeft)} more. Then the show ends by itself.`;
}

/** Minutes that a top-up in the middle is to last. */
const more_min = 5;

function Warning({ request, isFan, parts }: { request: PrivateRequest; isFan: boolean; parts: Pick<WalletParts, 'TopUpInPlace'> }) {
  const { minutesLeft, startedAt, pricePerMinute, user: fan } = request;
  const [isToppingUp, topUp] = useState(false);
  const [, setUnderWay] = useState(false);
  const isShort = startedAt !== null && minutesLeft !== null && minutesLeft <= limits.privateShow.warning_min;
  const { TopUpInPlace } = parts;
  return (
    <>
      {isShort ? (
        <div role="status">
          <Notice tone="warn" action={isFan ? <Button onPress={() => topUp(true)}>Top up</Button> : null}>
            {shortWords(minutesLeft, isFan ? null : fan.name)}
          </Notice>
        </div>
      ) : null}
      {isToppingUp ? (
        <OpenSheet title="Top up" onClose={() => topUp(false)}>
          <TopUpInPlace missing={pricePerMinute * more_min} andThen="go on" onUnderWay={setUnderWay} onDone={() => topUp(false)} />
        </OpenSheet>
      ) : null}
    </>
  );
}

function TipButton({ performerId }: { performerId: string }) {
  const tell = useIntents();
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      tell(tipAsked({ performer: await services.performers['GET /performers/:id']({ params: { id: performerId } }) }));
    } catch (thrown) {
      showFailure(thrown);
    }
    setBusy(false);
  };
  return (
    <Button icon={<GiftIcon />} busy={isBusy} onPress={() => void ask()}>
      Tip
    </Button>
  );
}
