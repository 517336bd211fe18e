/** The running show for its performer: video and stream health, viewers, chat and tips, and ending it. */
import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { LiveState } from '@web/realtime/live/live';
import { services } from '@web/services/services';
import type { Devices } from '@web/device/use-devices';
import { useConnectionStats, usePublication } from '@web/realtime/use-live-connection';
import type { Muted } from '@web/realtime/use-live-connection';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { DeviceErrorNotice, DevicePickers } from '@web/ui/live/device-parts';
import { LiveVideo } from '@web/ui/live/live-video';
import { Notice } from '@web/ui/feedback/notice';
import { StageBox } from '@web/ui/live/stage';
import { StreamChat } from '../chat/stream-chat';
import { StudioChatRules } from '../show-settings/studio-chat-rules';
import { StudioControls } from './studio-controls';
import { EditShow } from './studio-edit';
import { StudioEncoder } from './studio-encoder';
import { StudioGoal } from './studio-goal';
import { ClockNotice, HealthPanel, ShowClock } from './studio-health';
import { TipMenuForm } from '../show-settings/studio-menu';
import { NonConsentingPeople, StudioPeople } from './studio-people';
import { storeSendingMode } from '@web/device/sending-mode';
import type { SendingMode } from '@web/device/sending-mode';
import type { OwnShowState, OwnShow } from '../show-settings/studio-show';
import { useShowPresence } from '../store/use-presence';
import { StudioTips } from './studio-tips';
import { StudioViewers } from './studio-viewers';
import { accessLabel } from '../texts';
import styles from '../show-settings/studio.module.css';

const report_ms = 60_000;

interface StudioLiveProps {
  ownShow: OwnShowState;
  show: OwnShow;
  devices: Devices;
  mode: SendingMode;
  muted: Muted;
  onMute: (muted: Muted) => void;
}

/** Reports the running time counted by this window to the API at intervals. */
function useDurationReports(streamId: string, streamingTime: number): void {
  useEffect(() => {
    const startedAt_ms = performance.now();
    const report = () => {
      const duration = streamingTime + Math.floor((performance.now() - startedAt_ms) / 1000);
      if (duration > 0) services.streaming['PUT /streaming/set-duration']({ body: { streamId, duration } }).catch(() => undefined);
    };
    const timer = setInterval(report, report_ms);
    return () => clearInterval(timer);
  }, [streamId, streamingTime]);
}

export function StudioLive({ ownShow, show, devices, mode, muted, onMute }: StudioLiveProps) {
  const { stream, conversation } = show;
  const { _id: id, sessionId } = stream;
  const { reload, applyUpdate } = ownShow;
  const isSending = mode === 'here';
  const { connection, state, retry } = usePublication(isSending ? id : null, devices, muted);
  const stats = useConnectionStats(connection);
  const [isEditing, setEditing] = useState(false);
  const [isEnding, setEnding] = useState(false);
  useDurationReports(id, stream.streamingTime);
  useShowPresence(id);
  useEffect(() => {
    // The start button is below a long form, and the running show is displayed at the top.
    document.scrollingElement?.scrollTo({ top: 0 });
  }, []);
  useEffect(() => {
    if (sessionId !== null) storeSendingMode(sessionId, mode);
  }, [sessionId, mode]);
  useEffect(() => {
    // The API learns of the stream from the engine a moment later; without a socket no event would arrive.
    if (state === 'connected') void reload();
  }, [state, reload]);

  const end = useCallback(async () => {
    await services.streaming['POST /streaming/live/:id/end']({ params: { id } });
    setEnding(false);
    await reload();
  }, [id, reload]);

  return (
    <>
      <div className={styles.columns}>
        <section className={styles.column} aria-label="Your stream">
          <div className={styles.headline}>
            <ShowClock stream={stream} />
            <h2 className={styles.showTitle}>{stream.title}</h2>
            <span className={styles.quiet}>{accessLabel(stream)}</span>
          </div>
          <NonConsentingPeople people={show.people} />
          {isSending ? (
            <>
              <SendingNotice state={state} onRetry={retry} />
              <LiveVideo stream={devices.stream} label="Your video" own statusText={previewMessage(devices, state)} />
              <StudioControls devices={devices} muted={muted} onMute={onMute} />
              <HealthPanel stats={stats} state={state} />
              {devices.state === 'ready' ? <DevicePickers devices={devices} /> : null}
            </>
          ) : (
            <Notice title="Streaming from your encoder">
              {stream.isStreaming
                ? 'We’re receiving your video.'
                : 'No video yet. Enter the address and key in your encoder and start streaming.'}
            </Notice>
          )}
          {show.isClockAstray ? <ClockNotice /> : null}
          {stream.isPaused ? <Notice tone="hint">Paused for a private show. Viewers see that you’ll be back soon.</Notice> : null}
          <div className={styles.row}>
            <Button onPress={() => setEditing(true)}>Edit stream</Button>
            <Button kind="danger" onPress={() => setEnding(true)}>
              End stream
            </Button>
          </div>
          <StudioPeople show={show} onChanged={reload} />
          <StudioEncoder streamId={id} isOpen={!isSending} />
        </section>
        <div className={styles.column}>
          <StageBox>
            <StreamChat conversation={conversation} viewerId={stream.performer._id} />
          </StageBox>
          <StudioGoal stream={stream} onChanged={applyUpdate} />
          <StudioTips conversationId={conversation._id} />
          <StudioViewers stream={stream} conversationId={conversation._id} />
          <StudioChatRules conversation={conversation} onChanged={reload} />
          <TipMenuForm menu={stream.tipMenu} onChanged={(tipMenu) => void applyUpdate({ tipMenu })} />
        </div>
      </div>
      {isEditing ? <EditShow stream={stream} onClose={() => setEditing(false)} onChanged={applyUpdate} /> : null}
      <ConfirmDialog
        open={isEnding}
        title="End your stream?"
        consequence="All viewers leave, and those who paid can’t return. You keep the stream time, tips and recording."
        actionLabel="End stream"
        onConfirm={end}
        onClose={() => setEnding(false)}
      />
    </>
  );
}

/** Why the performer's own video is not displayed or not sent; null when it is both. */
function previewMessage({ state, retry }: Devices, connection: LiveState): ReactNode {
  if (state === 'asking') return 'Allow camera and microphone to continue your stream.';
  if (state !== 'ready') return <DeviceErrorNotice error={state} onRetry={retry} />;
  if (connection === 'reconnecting') return 'Reconnecting… Viewers see that you’re coming back. Your stream stays open for one minute.';
  return null;
}

interface SendingNoticeProps {
  state: LiveState;
  onRetry: () => void;
}

/** Explains that this window is not sending, and what to do about it. */
function SendingNotice({ state, onRetry }: SendingNoticeProps) {
  const takeOver = (
    <Button kind="primary" onPress={onRetry}>
      Take over
    </Button>
  );
  if (state === 'replaced')
    return (
      <Notice tone="warn" title="You’re streaming from another window" action={takeOver}>
        This window is no longer streaming.
      </Notice>
    );
  if (state === 'no_path' || state === 'away')
    return (
      <Notice tone="danger" title="Your video isn’t being sent" action={<Button onPress={onRetry}>Try again</Button>}>
        {state === 'no_path'
          ? 'Your network blocks live video. Switch networks or turn off your VPN.'
          : 'The streaming server isn’t responding. We’re retrying.'}
      </Notice>
    );
  if (state === 'refused')
    return (
      <Notice tone="danger" title="Your video isn’t being sent" action={<Button onPress={onRetry}>Try again</Button>}>
        Couldn’t connect from this window. Try again.
      </Notice>
    );
  return null;
}
