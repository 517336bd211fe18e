/** The page of a private show with what it borrows of the wallet and of the chat of shows: parts of features that meet here. */
import { ShowScreen } from '@web/features/live/private-shows/show-screen';
import { StreamChat } from '@web/features/live/streaming/chat/stream-chat';
import { useShow } from '@web/features/streaming/use-show';
import { walletParts } from '@web/features/wallet/parts';
import { useAccountId } from '@web/session/store/hooks';

export function PrivateShow() {
  return <ShowScreen parts={walletParts} chat={({ streamId }) => <Chat streamId={streamId} />} />;
}

function Chat({ streamId }: { streamId: string }) {
  const viewerId = useAccountId();
  const { answer } = useShow(streamId);
  if (answer === undefined || viewerId === null) return null;
  return <StreamChat conversation={answer.conversation} messages={answer.messages} viewerId={viewerId} />;
}
