import { LoginScreen, loginImageRequest } from '@web/features/people/sign-in/login-screen';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'guest',
  layout: 'blank',
  load: async ({ read }) => {
    await read('POST /settings/keys', loginImageRequest);
    return undefined;
  },
  screen: LoginScreen,
});
