/**
 * What runs in browsers only, as it depends on their devices and on which window sends: camera, microphone and connection are tried
 * first, then the show runs, then it is summed up. A reload in the middle goes on sending; a window that did not send asks before it
 * takes over.
 */
import { useEffect, useState } from 'react';
import { isRunning } from '@web/lib/running-show';
import { useCurrentUser, useIntents } from '@web/session/store/hooks';
import { refreshAsked } from '@web/session/intents';
import { placeOf, rememberPlace } from '@web/session/sending-place';
import type { SendingMode } from '@web/session/sending-place';
import { useDevices } from '@web/device/use-devices';
import type { Muted } from '@web/realtime/use-live-connection';
import { Button } from '@web/ui/actions/button';
import { Notice } from '@web/ui/feedback/notice';
import { Fault, Skeleton } from '@web/ui/feedback/states';
import { StudioLive } from '../studio/studio-live';
import { StudioSetup } from '../studio/studio-setup';
import { useOwnShow } from '../../../streaming/studio-show';
import type { KnownShow, OwnShow } from '../../../streaming/studio-show';
import { StudioSummary } from '../studio/studio-summary';
import { openingStudio } from './studio-texts';

export function Studio() {
  const known = useOwnShow();
  const { show, error, reread } = known;
  if (show !== undefined) return <KnownStudio known={known} show={show} />;
  return error ? <Fault error={error} onRetry={() => void reread()} /> : <Skeleton shape="card" label={openingStudio()} />;
}

/** How this window has to do with a session: it sends, an encoder does, or another window. */
interface Place {
  sessionId: string;
  mode: SendingMode | 'elsewhere';
}

const nothingMuted: Muted = { audio: false, video: false };

function KnownStudio({ known, show }: { known: KnownShow; show: OwnShow }) {
  const { stream } = show;
  const { sessionId } = stream;
  const [place, setPlace] = useState<Place | null>(null);
  const [isDone, setDone] = useState(false);
  const [muted, mute] = useState(nothingMuted);
  const runs = isRunning(stream);
  const user = useCurrentUser();
  const tell = useIntents();
  const isShown = runs && stream.status !== 'idle';
  const isKnown = user?.isPerformer === true && user.isLive === isShown;
  useEffect(() => {
    // Whether she is live is part of the own account: bars and badges read it there.
    if (!isKnown) tell(refreshAsked());
  }, [isKnown, tell]);
  if (runs && sessionId !== null && place?.sessionId !== sessionId) {
    setPlace({ sessionId, mode: placeOf(sessionId) ?? (stream.isStreaming ? 'elsewhere' : 'here') });
    setDone(false);
  }
  const mode = place?.sessionId === sessionId ? place.mode : null;
  const isSummed = !runs && mode !== null && !isDone;
  const devices = useDevices(!isSummed && (runs ? mode === 'here' : true));

  const take = (id: string, chosen: SendingMode) => {
    rememberPlace(id, chosen);
    setPlace({ sessionId: id, mode: chosen });
  };
  if (isSummed) return <StudioSummary stream={stream} onNext={() => setDone(true)} />;
  if (!runs || sessionId === null) {
    const started = async (id: string, chosen: SendingMode) => {
      rememberPlace(id, chosen);
      await known.reread();
    };
    return <StudioSetup show={show} devices={devices} onStarted={started} onRefused={known.reread} />;
  }
  if (mode === 'elsewhere' || mode === null) return <Elsewhere onTake={() => take(sessionId, 'here')} />;
  return <StudioLive known={known} show={show} devices={devices} mode={mode} muted={muted} onMute={mute} />;
}

function Elsewhere({ onTake }: { onTake: () => void }) {
  return (
    <Notice
      tone="warn"
      title="Your show runs in another window"
      action={
        <Button kind="primary" onPress={onTake}>
          Take over
        </Button>
      }
    >
      Take over to send from here. The other window stops then, and nobody has to come again.
    </Notice>
  );
}
