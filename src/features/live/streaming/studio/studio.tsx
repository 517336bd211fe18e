/**
 * The client-only part of the studio, which depends on devices and on which window sends: setup, running show, summary. After a reload the
 * window keeps sending; a window that was not sending asks before it takes over.
 */
import { useEffect, useState } from 'react';
import { isRunning } from '@web/lib/running-show';
import { useCurrentUser, useAppDispatch } from '@web/session/store/hooks';
import { refreshRequested } from '@web/session/store/intents';
import { readSendingMode, storeSendingMode } from '@web/device/sending-mode';
import type { SendingMode } from '@web/device/sending-mode';
import { useDevices } from '@web/device/use-devices';
import type { Muted } from '@web/realtime/use-live-connection';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { ErrorState, Skeleton } from '@web/ui/feedback/states';
import { StudioLive } from './studio-live';
import { StudioSetup } from './studio-setup';
import { useOwnShow } from '../show-settings/studio-show';
import type { OwnShowState, OwnShow } from '../show-settings/studio-show';
import { StudioSummary } from './studio-summary';
import { openingStudioText } from '../show-settings/studio-texts';

export function Studio() {
  const ownShow = useOwnShow();
  const { show, error, reload } = ownShow;
  if (show !== undefined) return <LoadedStudio ownShow={ownShow} show={show} />;
  return error ? <ErrorState error={error} onRetry={() => void reload()} /> : <Skeleton shape="card" label={openingStudioText()} />;
}

/** How this window relates to the session: this window sends, an encoder does, or another window does. */
interface WindowRole {
  sessionId: string;
  mode: SendingMode | 'elsewhere';
}

const nothingMuted: Muted = { audio: false, video: false };

function LoadedStudio({ ownShow, show }: { ownShow: OwnShowState; show: OwnShow }) {
  const { stream } = show;
  const { sessionId } = stream;
  const [windowRole, setWindowRole] = useState<WindowRole | null>(null);
  const [isSummaryDismissed, setSummaryDismissed] = useState(false);
  const [muted, setMuted] = useState(nothingMuted);
  const isShowRunning = isRunning(stream);
  const user = useCurrentUser();
  const dispatch = useAppDispatch();
  const isLive = isShowRunning && stream.status !== 'idle';
  const isAccountCurrent = user?.isPerformer === true && user.isLive === isLive;
  useEffect(() => {
    // Whether the performer is live is part of their account, from which navigation and badges read it.
    if (!isAccountCurrent) dispatch(refreshRequested());
  }, [isAccountCurrent, dispatch]);
  if (isShowRunning && sessionId !== null && windowRole?.sessionId !== sessionId) {
    setWindowRole({ sessionId, mode: readSendingMode(sessionId) ?? (stream.isStreaming ? 'elsewhere' : 'here') });
    setSummaryDismissed(false);
  }
  const mode = windowRole?.sessionId === sessionId ? windowRole.mode : null;
  const isSummaryShown = !isShowRunning && mode !== null && !isSummaryDismissed;
  const devices = useDevices(!isSummaryShown && (isShowRunning ? mode === 'here' : true));

  const takeOver = (id: string, chosen: SendingMode) => {
    storeSendingMode(id, chosen);
    setWindowRole({ sessionId: id, mode: chosen });
  };
  if (isSummaryShown) return <StudioSummary stream={stream} onNext={() => setSummaryDismissed(true)} />;
  if (!isShowRunning || sessionId === null) {
    const handleStarted = async (id: string, chosen: SendingMode) => {
      storeSendingMode(id, chosen);
      await ownShow.reload();
    };
    return <StudioSetup show={show} devices={devices} onStarted={handleStarted} reload={ownShow.reload} />;
  }
  if (mode === 'elsewhere' || mode === null) return <SendingElsewhere onTakeOver={() => takeOver(sessionId, 'here')} />;
  return <StudioLive ownShow={ownShow} show={show} devices={devices} mode={mode} muted={muted} onMute={setMuted} />;
}

function SendingElsewhere({ onTakeOver }: { onTakeOver: () => void }) {
  return (
    <Notice
      tone="warn"
      title="You’re streaming from another window"
      action={
        <Button kind="primary" onPress={onTakeOver}>
          Take over
        </Button>
      }
    >
      Take over to stream from here. The other window stops, and viewers stay connected.
    </Notice>
  );
}
