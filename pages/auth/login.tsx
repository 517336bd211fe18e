import { LoginScreen, loginPicture } from '@web/features/people/sign-in/login-screen';
import { definePage } from '@web/shell/define-page';

export default definePage({
  access: 'guest',
  layout: 'blank',
  load: async ({ read }) => {
    await read('POST /settings/keys', loginPicture);
    return undefined;
  },
  screen: LoginScreen,
});
