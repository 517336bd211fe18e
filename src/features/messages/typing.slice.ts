/** In which conversations the other one is writing now. */
import { ofOnePerson } from '@web/session/store/auth.slice';
import { makeSlice } from '@web/session/store/slice';

export type TypingState = Record<string, boolean>;

const nobody: TypingState = {};

const slice = makeSlice(
  'typing',
  nobody,
  { typingHeard: (state, { id, isTyping }: { id: string; isTyping: boolean }) => ({ ...state, [id]: isTyping }) },
  ofOnePerson(nobody),
);

export const { typingHeard } = slice.actions;
export const typingReducer = slice.reducer;
