/** The running show for its performer: her picture and how it goes out, who is there, what they write and give, and how it ends. */
import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { LiveState } from '@web/realtime/live/live';
import { services } from '@web/services/services';
import type { Devices } from '@web/device/use-devices';
import { useLiveStats, usePublication } from '@web/realtime/use-live-connection';
import type { Muted } from '@web/realtime/use-live-connection';
import { Button } from '@web/ui/actions/button';
import { ConfirmDialog } from '@web/ui/dialogs/confirm-dialog';
import { DeviceFaultNotice, DevicePickers } from '@web/ui/live/device-parts';
import { LivePicture } from '@web/ui/live/live-picture';
import { Notice } from '@web/ui/feedback/notice';
import { StageBox } from '@web/ui/live/stage';
import { Tokens } from '@web/ui/display/tokens';
import { StreamChat } from '../chat/stream-chat';
import { StudioChatRules } from '../show-settings/studio-chat-rules';
import { StudioControls } from './studio-controls';
import { EditShow } from '../../../streaming/studio-edit';
import { StudioEncoder } from './studio-encoder';
import { StudioGoal } from './studio-goal';
import { HealthPanel, ShowClock } from '../../../streaming/studio-health';
import { TipMenuForm } from '../show-settings/studio-menu';
import { rememberPlace } from '@web/session/sending-place';
import type { SendingMode } from '@web/session/sending-place';
import type { KnownShow, OwnShow } from '../../../streaming/studio-show';
import { StudioTips } from './studio-tips';
import { StudioViewers } from './studio-viewers';
import styles from '../show-settings/studio.module.css';

const report_ms = 60_000;

interface StudioLiveProps {
  known: KnownShow;
  show: OwnShow;
  devices: Devices;
  mode: SendingMode;
  muted: Muted;
  onMute: (muted: Muted) => void;
}

/** Tells the host now and then how long the show has run, as this window has counted. */
function useDuration(streamId: string, streamingTime: number): void {
  useEffect(() => {
    const begun = performance.now();
    const tell = () => {
      const duration = streamingTime + Math.floor((performance.now() - begun) / 1000);
      if (duration > 0) services.streaming['PUT /streaming/set-duration']({ body: { streamId, duration } }).catch(() => undefined);
    };
    const timer = setInterval(tell, report_ms);
    return () => clearInterval(timer);
  }, [streamId, streamingTime]);
}

export function StudioLive({ known, show, devices, mode, muted, onMute }: StudioLiveProps) {
  const { stream, conversation } = show;
  const { _id: id, sessionId } = stream;
  const { reread, learn } = known;
  const isSending = mode === 'here';
  const { line, state, again } = usePublication(isSending ? id : null, devices, muted);
  const stats = useLiveStats(line);
  const [isEditing, setEditing] = useState(false);
  const [isEnding, setEnding] = useState(false);
  useDuration(id, stream.streamingTime);
  useEffect(() => {
    // Start stands below a long form: what was pressed there shows at the top.
    document.scrollingElement?.scrollTo({ top: 0 });
  }, []);
  useEffect(() => {
    if (sessionId !== null) rememberPlace(sessionId, mode);
  }, [sessionId, mode]);
  useEffect(() => {
    // The host hears of the picture from the engine, a moment later; without a socket nobody would say so.
    if (state === 'connected') void reread();
  }, [state, reread]);

  const end = useCallback(async () => {
    await services.streaming['POST /streaming/live/:id/end']({ params: { id } });
    setEnding(false);
    await reread();
  }, [id, reread]);

  return (
    <>
      <div className={styles.columns}>
        <section className={styles.column} aria-label="Your picture">
          <div className={styles.headline}>
            <ShowClock stream={stream} />
            <h2 className={styles.showTitle}>{stream.title}</h2>
            <span className={styles.quiet}>
              {stream.isFree || stream.price === null ? 'Free for subscribers' : <Tokens amount={stream.price} />}
            </span>
          </div>
          {isSending ? (
            <>
              <LineWords state={state} onAgain={again} />
              <LivePicture stream={devices.stream} label="Your own picture" own words={wordsOnPicture(devices, state)} />
              <StudioControls devices={devices} muted={muted} onMute={onMute} />
              <HealthPanel stats={stats} state={state} />
              {devices.state === 'ready' ? <DevicePickers devices={devices} /> : null}
            </>
          ) : (
            <Notice title="Your picture comes from your encoder">
              {stream.isStreaming ? 'It arrives.' : 'It has not come yet. Enter the address and the key in it, and begin to send.'}
            </Notice>
          )}
          {stream.isPaused ? <Notice tone="hint">A private show runs: your fans here see that you are back soon.</Notice> : null}
          <div className={styles.row}>
            <Button onPress={() => setEditing(true)}>Edit show</Button>
            <Button kind="danger" onPress={() => setEnding(true)}>
              End stream
            </Button>
          </div>
          <StudioEncoder streamId={id} isOpen={!isSending} />
        </section>
        <div className={styles.column}>
          <StageBox>
            <StreamChat conversation={conversation} viewerId={stream.performer._id} />
          </StageBox>
          <StudioGoal stream={stream} onChanged={learn} />
          <StudioTips conversationId={conversation._id} />
          <StudioViewers stream={stream} conversationId={conversation._id} />
          <StudioChatRules conversation={conversation} onChanged={reread} />
          <TipMenuForm menu={stream.tipMenu} onChanged={(tipMenu) => void learn({ tipMenu })} />
        </div>
      </div>
      {isEditing ? <EditShow stream={stream} onClose={() => setEditing(false)} onChanged={learn} /> : null}
      <ConfirmDialog
        open={isEnding}
        title="End your show?"
        consequence="Everybody leaves, and those who paid cannot come back to it. Its minutes, tips and recording stay yours."
        verb="End stream"
        onConfirm={end}
        onClose={() => setEnding(false)}
      />
    </>
  );
}

/** Why her own picture does not show, or does not go out; null when it does both. */
function wordsOnPicture({ state, askAgain }: Devices, line: LiveState): ReactNode {
  if (state === 'asking') return 'Allow camera and microphone: your show goes on then.';
  if (state !== 'ready') return <DeviceFaultNotice fault={state} onRetry={askAgain} />;
  if (line === 'reconnecting') return 'Reconnecting… Your fans read that you are coming back. The show is kept for a minute.';
  return null;
}

interface LineWordsProps {
  state: LiveState;
  onAgain: () => void;
}

/** That this window does not send, and what she can do about it. */
function LineWords({ state, onAgain }: LineWordsProps) {
  const takeOver = (
    <Button kind="primary" onPress={onAgain}>
      Take over
    </Button>
  );
  if (state === 'replaced')
    return (
      <Notice tone="warn" title="Your show runs in another window" action={takeOver}>
        This one has stopped sending.
      </Notice>
    );
  if (state === 'no_path' || state === 'away')
    return (
      <Notice tone="danger" title="Nothing is sent" action={<Button onPress={onAgain}>Try again</Button>}>
        {state === 'no_path'
          ? 'Your network lets no live pictures out. Try another one, such as mobile data, or turn a VPN off.'
          : 'The live engine does not answer. We keep trying.'}
      </Notice>
    );
  if (state === 'refused')
    return (
      <Notice tone="danger" title="Nothing is sent" action={<Button onPress={onAgain}>Try again</Button>}>
        The live engine did not let this window in.
      </Notice>
    );
  return null;
}
