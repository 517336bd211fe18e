/** The page of a private show. Combines three features: the show, the wallet and the stream chat. */
import { ShowScreen } from '@web/features/live/private-shows/show-screen';
import { StreamChat } from '@web/features/live/streaming/chat/stream-chat';
import { useShowPresence } from '@web/features/live/streaming/store/use-presence';
import { useShow } from '@web/features/live/streaming/watch/use-show';
import { walletComponents } from '@web/features/money/wallet/parts';
import { useAccountId } from '@web/session/store/hooks';

export function PrivateShow() {
  return <ShowScreen parts={walletComponents} chat={({ streamId }) => <Chat streamId={streamId} />} />;
}

function Chat({ streamId }: { streamId: string }) {
  const viewerId = useAccountId();
  const { response } = useShow(streamId);
  useShowPresence(response === undefined ? null : streamId);
  if (response === undefined || viewerId === null) return null;
  return <StreamChat conversation={response.conversation} messages={response.messages} viewerId={viewerId} />;
}
