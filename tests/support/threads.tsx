/** A thread on the screen, with the host of `fake-host.ts` behind it, for tests of the web. Finn reads what Ada wrote. */
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import type { Conversation, Message } from '@web/features/talk/messages/store/chat';
import { ThreadScreen } from '@web/features/talk/messages/thread/thread-screen';
import type { CurrentUser } from '@web/session/intents';
import { dropToast, toasts } from '@web/ui/feedback/toast-queue';
import { readUploads } from '@web/uploads/upload-list';
import { dropUploads } from '@web/uploads/uploads';
import { DialogHost } from '@web/shell/hosts/dialog-host';
import { fan } from '../kit/answers/accounts';
import { conversation, finn, message } from '../kit/answers/chats';
import { answer, startTestHost } from '../kit/screens/fake-host';
import { renderScreen } from '../kit/screens/render';

/** Begins and ends the tests' host around the tests of a file; each finds a browser that remembers nothing. */
export function startTestThreads(): void {
  startTestHost();
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    jest.restoreAllMocks();
    act(() => {
      for (const toast of toasts.read()) dropToast(toast.id);
      dropUploads(readUploads().map((upload) => upload.id));
    });
  });
}

export const id = conversation()._id;
export const thread = 'GET /messages/conversations/:id';
export const page = (items: Message[], nextCursor: string | null = null) => ({
  data: [...items].reverse(),
  total: items.length,
  nextCursor,
});

/** The host with one conversation; answers what it has heard. */
export function host(items: Message[], changes: Partial<Conversation> = {}) {
  answer('GET /conversations/:id', conversation(changes));
  answer('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
  return answer(thread, page(items));
}

/** The thread with the dialogs that it opens, as `user` sees it. */
export const open = (user: CurrentUser = fan()) =>
  renderScreen(
    <>
      <ThreadScreen id={id} />
      <DialogHost />
    </>,
    { path: `/messages/${id}`, user },
  );

function Visits() {
  const [isThere, setThere] = useState(true);
  return (
    <>
      <button onClick={() => setThere(!isThere)}>Move</button>
      {isThere ? <ThreadScreen id={id} /> : null}
    </>
  );
}

/** The thread with a button **Move** that leaves it and comes back. */
export const openToLeave = () => renderScreen(<Visits />, { path: `/messages/${id}`, user: fan() });

/** A message of Finn's. */
export const own = (seq: number, changes: Partial<Message> = {}): Message => message(seq, { sender: finn(), ...changes });
export const log = () => screen.findByRole('log', { name: 'Messages with Ada' });
export const field = () => screen.findByRole('textbox', { name: 'Message' });
