/** A thread on screen, against the fake host, for tests of the web app. Finn reads what Ada wrote. */
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import type { Conversation, Message } from '@web/features/talk/messages/store/chat';
import { ThreadScreen } from '@web/features/talk/messages/thread/thread-screen';
import type { CurrentUser } from '@web/services/current-user';
import { dismissToast, toasts } from '@web/ui/feedback/toast-queue';
import { readUploads } from '@web/uploads/upload-list';
import { discardUploads } from '@web/uploads/uploads';
import { DialogHost } from '@web/shell/hosts/dialog-host';
import { fan } from '../fixtures/accounts';
import { conversation, finn, message } from '../fixtures/chats';
import { mockEndpoint, startFakeHost } from './fake-host';
import { renderScreen } from './render';

/** Runs the fake host during the tests of a file; each test starts with an empty local storage. */
export function startTestThreads(): void {
  startFakeHost();
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    jest.restoreAllMocks();
    act(() => {
      for (const toast of toasts.read()) dismissToast(toast.id);
      discardUploads(readUploads().map((upload) => upload.id));
    });
  });
}

export const conversationId = conversation()._id;
export const threadEndpoint = 'GET /messages/conversations/:id';
export const page = (items: Message[], nextCursor: string | null = null) => ({
  data: [...items].reverse(),
  total: items.length,
  nextCursor,
});

/** Makes the fake host return one conversation; returns the requests for its messages. */
export function mockThread(items: Message[], changes: Partial<Conversation> = {}) {
  mockEndpoint('GET /conversations/:id', conversation(changes));
  mockEndpoint('POST /messages/read-all/:id', { ok: true, totalNotSeenMessages: 0 });
  return mockEndpoint(threadEndpoint, page(items));
}

/** The thread with its dialogs, as `user` sees it. */
export const openThread = (user: CurrentUser = fan()) =>
  renderScreen(
    <>
      <ThreadScreen id={conversationId} />
      <DialogHost />
    </>,
    { path: `/messages/${conversationId}`, user },
  );

function ToggledThread() {
  const [isShown, setShown] = useState(true);
  return (
    <>
      <button onClick={() => setShown(!isShown)}>Move</button>
      {isShown ? <ThreadScreen id={conversationId} /> : null}
    </>
  );
}

/** The thread with a button **Move** that unmounts and remounts it. */
export const openToggledThread = () => renderScreen(<ToggledThread />, { path: `/messages/${conversationId}`, user: fan() });

/** A message by Finn. */
export const ownMessage = (seq: number, changes: Partial<Message> = {}): Message => message(seq, { sender: finn(), ...changes });
export const findLog = () => screen.findByRole('log', { name: 'Messages with Ada' });
export const findField = () => screen.findByRole('textbox', { name: 'Message' });
