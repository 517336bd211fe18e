/** The running show: the other person large, the viewer's own video small, the same clock and total for both, and the exit. */
import * as limits from '@contract/kernel/limits';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { shortTokens, formatTokenCount } from '@web/lib/i18n/money';
import { isRunning } from '@web/lib/running-show';
import { services } from '@web/services/services';
import { tipDialogOpened } from '@web/session/store/dialogs.slice';
import { useEndpoint } from '@web/services/use-endpoint';
import { useAppDispatch } from '@web/session/store/hooks';
import type { CurrentUser } from '@web/services/current-user';
import { MoreMenu } from '@web/social/more-menu';
import { readSendingMode } from '@web/device/sending-mode';
import { showFailure } from '@web/forms/show-failure';
import { useDevices } from '@web/device/use-devices';
import { usePausedShow, usePublication, useWatching } from '@web/realtime/use-live-connection';
import type { WalletComponents } from '@web/checkout/wallet-parts';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { DeviceErrorNotice, DevicePickers, MuteButtons } from '@web/ui/live/device-parts';
import { GiftIcon } from '@web/ui/icons/icons';
import { LiveVideo } from '@web/ui/live/live-video';
import { Notice } from '@web/ui/feedback/notice';
import { OpenSheet } from '@web/ui/dialogs/sheet';
import { StageBox } from '@web/ui/live/stage';
import { Countdown, Elapsed } from '@web/ui/display/times';
import type { PrivateRequest } from './request';
import { earnedSoFar, minutesText } from './texts';
import styles from './private-shows.module.css';

interface ShowStageProps {
  request: PrivateRequest;
  viewer: CurrentUser;
  other: PrivateRequest['user'];
  parts: Pick<WalletComponents, 'TopUpInPlace'>;
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
  const publication = usePublication(streamId, devices, muted);
  const watching = useWatching(streamId);
  usePausedShow(useOwnPublicShow(!isFan), devices);
  const end = async () => {
    onEnded(await services.streaming['POST /streaming/private-requests/:id/end']({ params: { id: _id } }));
  };
  return (
    <div className={styles.show}>
      <div className={styles.pictures}>
        <LiveVideo
          stream={watching.connection?.stream ?? null}
          label={`Video of ${other.name}`}
          statusText={
            startedAt === null ? <JoinCountdown name={other.name} until={expiresAt} isConnected={watching.state === 'connected'} /> : null
          }
        />
        <div className={styles.own}>
          <LiveVideo stream={devices.stream} label="Your video" own small />
        </div>
      </div>
      <ShowTotals request={request} viewer={viewer} isFan={isFan} />
      <ConnectionNotice publication={publication} watching={watching} hasPicture={devices.state === 'ready'} />
      {devices.state === 'ready' || devices.state === 'asking' ? null : (
        <>
          <DeviceErrorNotice error={devices.state} onRetry={devices.retry} />
          {isFan ? <Notice>{`You can still see and hear ${other.name} without a camera or microphone.`}</Notice> : null}
        </>
      )}
      <LowBalanceWarning request={request} isFan={isFan} parts={parts} />
      <div className={styles.answers} role="group" aria-label="Private show controls">
        <MuteButtons muted={muted} onMute={setMuted} />
        <Button onPress={() => setChoosing(true)}>Devices</Button>
        {isFan ? <TipButton performerId={other._id} /> : null}
        <MoreMenu report={{ target: 'stream', id: streamId, title: 'Report this private show', person: other }} />
        <Button kind="danger" onPress={() => setEnding(true)}>
          End private show
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
            ? 'The current minute is charged. Unused tokens go back to your wallet.'
            : `The current minute is charged. Unused tokens go back to ${other.name}.`
        }
        actionLabel="End private show"
        onConfirm={end}
        onClose={() => setEnding(false)}
      />
    </div>
  );
}

/** Returns the stream id of the public show that this window sends, which is paused during the private show; null without one. */
function useOwnPublicShow(isPerformer: boolean): string | null {
  const { data } = useEndpoint('GET /streaming/mine', isPerformer ? {} : null);
  if (data === undefined) return null;
  const { _id, sessionId } = data.stream;
  return isRunning(data.stream) && sessionId !== null && readSendingMode(sessionId) === 'here' ? _id : null;
}

function ShowTotals({ request, viewer, isFan }: { request: PrivateRequest; viewer: CurrentUser; isFan: boolean }) {
  const { startedAt, pricePerMinute, amountBilled, minutesLeft } = request;
  return (
    <p className={styles.sums}>
      <Elapsed since={startedAt} label="Show duration" />
      <span>{formatTokenCount(pricePerMinute)} a minute</span>
      <strong>{isFan ? `Spent ${formatTokenCount(amountBilled)}` : `Paid ${formatTokenCount(amountBilled)}`}</strong>
      {viewer.isPerformer && !isFan ? <span>You receive {shortTokens(earnedSoFar(request, viewer.commissionRate))}</span> : null}
      {minutesLeft === null ? null : <span>{minutesLeft === 0 ? 'Last paid minute' : `${minutesText(minutesLeft)} left`}</span>}
    </p>
  );
}

interface ConnectionNoticeProps {
  publication: ReturnType<typeof usePublication>;
  watching: ReturnType<typeof useWatching>;
  hasPicture: boolean;
}

/** The problem with the connection, of whichever direction is worse, and what to do about it. */
function ConnectionNotice({ publication: sending, watching: receiving, hasPicture }: ConnectionNoticeProps) {
  const [publication, watching] = [sending.state, receiving.state];
  const hasState = (state: 'no_path' | 'away'): boolean => watching === state || (hasPicture && publication === state);
  const retry = (
    <Button
      onPress={() => {
        receiving.retry();
        if (hasPicture) sending.retry();
      }}
    >
      Try again
    </Button>
  );
  if (publication === 'replaced')
    return <Notice tone="warn">The show continues in another window. This window no longer sends video or sound.</Notice>;
  if (publication === 'refused' || watching === 'refused')
    return <Notice tone="warn">Couldn’t join from this window. Reload the page.</Notice>;
  if (hasState('no_path'))
    return (
      <Notice tone="danger" title="No video or audio connection" action={retry}>
        Your network blocks live video. Switch networks or turn off your VPN. No new minutes are charged.
      </Notice>
    );
  if (hasState('away'))
    return (
      <Notice tone="danger" title="No video or audio connection" action={retry}>
        The streaming server isn’t responding. We’re retrying. No new minutes are charged.
      </Notice>
    );
  if (watching === 'reconnecting' || watching === 'failed' || (hasPicture && publication === 'reconnecting'))
    return <Notice tone="warn">Reconnecting… No new minutes are charged while one of you is away.</Notice>;
  return null;
}

function JoinCountdown({ name, until, isConnected }: { name: string; until: PrivateRequest['expiresAt']; isConnected: boolean }) {
  return (
    <>
      <p>{isConnected ? 'Connecting you both. Billing starts once you see each other.' : `Connecting to ${name}…`}</p>
      <p>
        <Countdown until={until} label="Time left to join" />
      </p>
    </>
  );
}

/** How long the tokens last: worded for the fan, or for the performer with the fan's name. */
function lowBalanceText(minutesLeft: number, fanName: string | null): string {
  if (minutesLeft === 0)
    return fanName === null
      ? 'You have tokens for this minute only. Then the show ends automatically.'
      : `${fanName} has tokens for this minute only. Then the show ends automatically.`;
  return fanName === null
    ? `You have tokens for ${minutesText(minutesLeft)} more. Then the show ends automatically.`
    : `${fanName} has tokens for ${minutesText(minutesLeft)} more. Then the show ends automatically.`;
}

/** Minutes that the top-up offered during a show should last. */
const topUp_min = 5;

function LowBalanceWarning({
  request,
  isFan,
  parts,
}: {
  request: PrivateRequest;
  isFan: boolean;
  parts: Pick<WalletComponents, 'TopUpInPlace'>;
}) {
  const { minutesLeft, startedAt, pricePerMinute, user: fan } = request;
  const [isToppingUp, setToppingUp] = useState(false);
  const [, setPaymentPending] = useState(false);
  const isShort = startedAt !== null && minutesLeft !== null && minutesLeft <= limits.privateShow.warning_min;
  const { TopUpInPlace } = parts;
  return (
    <>
      {isShort ? (
        <div role="status">
          <Notice tone="warn" action={isFan ? <Button onPress={() => setToppingUp(true)}>Top up</Button> : null}>
            {lowBalanceText(minutesLeft, isFan ? null : fan.name)}
          </Notice>
        </div>
      ) : null}
      {isToppingUp ? (
        <OpenSheet title="Top up" onClose={() => setToppingUp(false)}>
          <TopUpInPlace
            missing={pricePerMinute * topUp_min}
            andThen="continue"
            onPending={setPaymentPending}
            onDone={() => setToppingUp(false)}
          />
        </OpenSheet>
      ) : null}
    </>
  );
}

function TipButton({ performerId }: { performerId: string }) {
  const dispatch = useAppDispatch();
  const [isBusy, setBusy] = useState(false);
  const openTip = async () => {
    setBusy(true);
    try {
      dispatch(tipDialogOpened({ performer: await services.performers['GET /performers/:id']({ params: { id: performerId } }) }));
    } catch (thrown) {
      showFailure(thrown);
    }
    setBusy(false);
  };
  return (
    <Button icon={<GiftIcon />} busy={isBusy} onPress={() => void openTip()}>
      Tip
    </Button>
  );
}
