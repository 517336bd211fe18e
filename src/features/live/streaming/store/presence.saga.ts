/**
 * Reports which show is on screen: the API then counts the user as one of its viewers, and sends them its events. Repeated after each
 * reconnection, because the API no longer counts the user then.
 */
import { socketAuthenticated } from '@web/session/store/intents';
import { createAction } from '@web/session/store/slice';
import { emitToServer } from '@web/realtime/socket';
import { buffers, channel } from 'redux-saga';
import { put, takeEvery } from 'typed-redux-saga';
import { showEntered, showLeft } from './intents';

/** The API has accepted the user as a viewer of the stream with this id, and sends its events from now on. */
export const presenceAcknowledged = createAction<string>('show/presenceAcknowledged');

export function* showPresenceSaga() {
  const acknowledgements = channel<string>(buffers.sliding(1));
  let shownStreamId: string | null = null;
  const report = (): void => {
    const streamId = shownStreamId;
    if (streamId !== null) emitToServer('stream/joined', { streamId }, () => acknowledgements.put(streamId));
  };
  yield* takeEvery(acknowledgements, function* (streamId: string) {
    yield* put(presenceAcknowledged(streamId));
  });
  yield* takeEvery(showEntered, ({ payload: streamId }) => {
    shownStreamId = streamId;
    report();
  });
  yield* takeEvery(showLeft, ({ payload: streamId }) => {
    if (shownStreamId === streamId) shownStreamId = null;
    emitToServer('stream/left', { streamId });
  });
  yield* takeEvery(socketAuthenticated, report);
}
