import { RegisterScreen } from '@web/features/people/registration/register-screen';
import { benefitsRequest } from '@web/features/people/registration/role-choice';
import { SocialButtons } from '@web/features/people/sign-in/social-buttons';
import { definePage } from '@web/shell/page/define-page';

export default definePage({
  access: 'guest',
  layout: 'blank',
  load: async ({ read }) => {
    await read('POST /settings/keys', benefitsRequest);
    return undefined;
  },
  screen: () => <RegisterScreen social={<SocialButtons role="user" />} />,
});
