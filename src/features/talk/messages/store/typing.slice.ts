/** The conversations in which the other participant is typing. */
import { resetPerAccount } from '@web/session/store/auth.slice';
import { createSlice } from '@web/session/store/slice';

export type TypingState = Record<string, boolean>;

const noneTyping: TypingState = {};

const slice = createSlice(
  'typing',
  noneTyping,
  { typingChanged: (state, { id, isTyping }: { id: string; isTyping: boolean }) => ({ ...state, [id]: isTyping }) },
  resetPerAccount(noneTyping),
);

export const { typingChanged } = slice.actions;
export const typingReducer = slice.reducer;
