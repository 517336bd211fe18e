/** Updates of the signed-in account: the profile and the password. */
import * as messages from '@contract/kernel/messages';
import { services } from '@web/services/services';
import { call, put, select, takeLeading } from 'typed-redux-saga';
import { passwordSubmitted, profileSubmitted } from './store/intents';
import type { CurrentUser } from '@web/services/current-user';
import type { ProfileChanges } from './store/intents';
import { passwordToSend, currentPasswordToSend } from './password';
import { serializeError } from '@web/services/serialized-error';
import type { SessionState } from './store/state';
import { showToast } from '@web/ui/feedback/toast-queue';
import { passwordUpdated, profileUpdated, updateFailed, updateFinished, updateStarted } from './store/user.slice';

/** Wraps an update with its started and finished actions. Any failure becomes one `updateFailed`. */
function* runUpdate(update: () => Generator) {
  yield* put(updateStarted());
  try {
    yield* update();
    showToast({ tone: 'ok', text: messages.saved });
  } catch (error) {
    yield* put(updateFailed(serializeError(error, messages.saveFailed)));
  } finally {
    yield* put(updateFinished());
  }
}

/** Performers update their profile by id; fans update the account of the session. */
function saveProfile(user: CurrentUser | null, changes: ProfileChanges): Promise<CurrentUser> {
  return user?.isPerformer
    ? services.performers['PUT /performers/:id']({ params: { id: user._id }, body: changes })
    : services.users['PUT /users']({ body: changes });
}

function* updateProfile({ payload }: ReturnType<typeof profileSubmitted>) {
  yield* runUpdate(function* () {
    const { user, settings } = yield* select((state: SessionState) => ({ user: state.user.current, settings: state.settings }));
    const currentPassword = payload.currentPassword && (yield* call(currentPasswordToSend, payload.currentPassword, settings));
    const changes = currentPassword ? { ...payload, currentPassword } : payload;
    yield* put(profileUpdated(yield* call(saveProfile, user, changes)));
  });
}

function* updatePassword({ payload }: ReturnType<typeof passwordSubmitted>) {
  yield* runUpdate(function* () {
    const { user, settings } = yield* select((state: SessionState) => ({ user: state.user.current, settings: state.settings }));
    const password = yield* call(passwordToSend, payload.password, settings);
    const currentPassword = payload.currentPassword && (yield* call(currentPasswordToSend, payload.currentPassword, settings));
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
