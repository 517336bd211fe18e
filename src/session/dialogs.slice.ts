/** The dialogs in which fans pay a performer: which is open, and for whom. Mounted once by the shell; any feature may ask for one. */
import { defaultSubscriptionType } from '@contract/limits';
import type { SubscriptionType } from '@contract/values';
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { AnswerOf } from '@web/services/call';
import { sessionEnded, signedOut } from './auth.slice';

export type Performer = AnswerOf<'GET /performers/:id'>;

/** The subscription modal's record. */
export interface SubscriptionModal {
  showModal: boolean;
  performer: Performer | null;
  subscriptionType: SubscriptionType;
}

export interface TipDialog {
  performer: Performer | null;
  /** The amount that was asked for, or null for the fan to choose. */
  price: number | null;
}

interface DialogsState {
  subscription: SubscriptionModal;
  tip: TipDialog;
}

const closed: DialogsState = {
  subscription: { showModal: false, performer: null, subscriptionType: defaultSubscriptionType },
  tip: { performer: null, price: null },
};

const slice = createSlice({
  name: 'dialogs',
  initialState: closed,
  reducers: {
    subscribeAsked: (state, { payload }: PayloadAction<{ performer: Performer; subscriptionType?: SubscriptionType }>) => {
      state.subscription = { showModal: true, subscriptionType: defaultSubscriptionType, ...payload };
    },
    subscribeClosed: (state) => {
      state.subscription = closed.subscription;
    },
    tipAsked: (state, { payload }: PayloadAction<{ performer: Performer; price?: number | null }>) => {
      state.tip = { price: null, ...payload };
    },
    tipClosed: (state) => {
      state.tip = closed.tip;
    },
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => closed).addCase(sessionEnded, () => closed),
});

export const { subscribeAsked, subscribeClosed, tipAsked, tipClosed } = slice.actions;
export const dialogsReducer = slice.reducer;
