/** Changes to the own account: the profile and the password. */
import { messages } from '@contract/kernel/errors';
import { services } from '@web/services/services';
import { call, put, select, takeLeading } from 'typed-redux-saga';
import { passwordSubmitted, profileSubmitted } from './intents';
import type { CurrentUser, ProfileChanges } from './intents';
import { passwordToSend, presentPasswordToSend } from './password';
import { problemOf } from './problem';
import type { SessionState } from './store/state';
import { showToast } from '@web/ui/feedback/toast-queue';
import { passwordUpdated, profileUpdated, updateFailed, updateFinished, updateStarted } from './store/user.slice';

/** Runs one update between its start and its end; however it fails, the outcome is one action. */
function* updating(update: () => Generator) {
  yield* put(updateStarted());
  try {
    yield* update();
    showToast({ tone: 'ok', text: messages.saved });
  } catch (error) {
    yield* put(updateFailed(problemOf(error, messages.saveFailed)));
  } finally {
    yield* put(updateFinished());
  }
}

/** A performer's profile is addressed by her id, a fan's account by who is signed in. */
function saved(user: CurrentUser | null, changes: ProfileChanges): Promise<CurrentUser> {
  return user?.isPerformer
    ? services.performers['PUT /performers/:id']({ params: { id: user._id }, body: changes })
    : services.users['PUT /users']({ body: changes });
}

function* updateProfile({ payload }: ReturnType<typeof profileSubmitted>) {
  yield* updating(function* () {
    const { user, settings } = yield* select((state: SessionState) => ({ user: state.user.current, settings: state.settings }));
    const proof = payload.currentPassword && (yield* call(presentPasswordToSend, payload.currentPassword, settings));
    const changes = proof ? { ...payload, currentPassword: proof } : payload;
    yield* put(profileUpdated(yield* call(saved, user, changes)));
  });
}

function* updatePassword({ payload }: ReturnType<typeof passwordSubmitted>) {
  yield* updating(function* () {
    const { user, settings } = yield* select((state: SessionState) => ({ user: state.user.current, settings: state.settings }));
    const password = yield* call(passwordToSend, payload.password, settings);
    const currentPassword = payload.currentPassword && (yield* call(presentPasswordToSend, payload.currentPassword, settings));
    const source = user?.isPerformer ? 'performer' : 'user';
    yield* put(
      passwordUpdated(
        yield* call(() =>
          services.auth['PUT /auth/users/me/password']({ body: { password, currentPassword: currentPassword || undefined, source } }),
        ),
      ),
    );
  });
}

export function* accountSaga() {
  yield* takeLeading(profileSubmitted, updateProfile);
  yield* takeLeading(passwordSubmitted, updatePassword);
}
