/** In which conversations the other one is writing now. */
import { loginSucceeded, sessionEnded, signedOut } from '@web/session/auth.slice';
import { hearing, makeSlice } from '@web/session/slice';

export type TypingState = Record<string, boolean>;

const nobody: TypingState = {};

const slice = makeSlice(
  'typing',
  nobody,
  { typingHeard: (state, { id, isTyping }: { id: string; isTyping: boolean }) => ({ ...state, [id]: isTyping }) },
  [hearing(loginSucceeded, () => nobody), hearing(signedOut, () => nobody), hearing(sessionEnded, () => nobody)],
);

export const { typingHeard } = slice.actions;
export const typingReducer = slice.reducer;
