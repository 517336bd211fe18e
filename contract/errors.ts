/** Every refusal the product knows: one status and one sentence fit for the screen. Plain values: the browser reads them too. */
export const errors = {
  invalid_request: [400, 'Something in the request is missing or wrong. Check the marked fields.'],
  session_required: [401, 'Please log in to go on.'],
  session_ended: [401, 'Your session has ended. Please log in again.'],
  account_suspended: [403, 'This account is suspended. Contact the site to have it reviewed.'],
  blocked_by_performer: [403, 'This page is not available to you.'],
  country_blocked: [403, 'This site is not available in your country.'],
  email_not_verified: [403, 'Please confirm your e-mail address first. Look for our message in your inbox.'],
  forbidden_role: [403, 'Your kind of account cannot do this.'],
  media_link_invalid: [403, 'This link has expired. Reload the page to get a new one.'],
  not_owner: [403, 'Only the owner can change this.'],
  reauthentication_required: [403, 'Please enter your password again to go on.'],
  wrong_account_kind: [403, 'This form belongs to another kind of account.'],
  not_found: [404, 'There is nothing at this address.'],
  block_not_found: [404, 'This account is not on your list of blocked people.'],
  country_not_found: [404, 'We do not know this country.'],
  file_not_found: [404, 'This file does not exist any more.'],
  mail_not_found: [404, 'This message is not in the outbox.'],
  performer_not_found: [404, 'We could not find this performer.'],
  post_not_found: [404, 'We could not find this page.'],
  session_not_found: [404, 'This session has already ended.'],
  setting_not_found: [404, 'There is no such setting.'],
  state_not_found: [404, 'We do not know this state or region.'],
  user_not_found: [404, 'We could not find this person.'],
  already_so: [409, 'This is already done.'],
  already_verified: [409, 'These documents were approved and can no longer be replaced.'],
  email_taken: [409, 'This e-mail address already has an account. Log in or reset the password.'],
  last_operator: [409, 'The site needs at least one active operator.'],
  username_taken: [409, 'This username is taken. Please choose another.'],
  too_large: [413, 'This is larger than allowed.'],
  quota_exceeded: [413, 'Your storage is full. Delete files that you no longer need.'],
  unsupported_media_type: [415, 'This kind of file or content cannot be used here.'],
  callback_not_allowed: [422, 'This return address does not belong to the site.'],
  captcha_failed: [422, 'Please confirm that you are not a robot and try again.'],
  country_unknown: [422, 'There is no such country. Please choose one of the list.'],
  document_required: [422, 'Both documents are needed: your ID, and you holding it.'],
  file_unreadable: [422, 'This file is damaged or cannot be read. Please try another.'],
  invalid_credentials: [422, 'Incorrect credentials!'],
  link_invalid: [422, 'This link was used before or has expired. Ask for a new one.'],
  mail_failed: [422, 'The mail server did not take the message. Check its address and sign-in.'],
  password_too_common: [422, 'This password is on the lists that attackers try first. Please choose another.'],
  price_out_of_range: [422, 'This price is outside the limits of this site.'],
  provider_disabled: [422, 'This way to log in is not switched on.'],
  self_not_allowed: [422, 'You cannot do this with your own account.'],
  setting_invalid: [422, 'This value is not allowed for the setting.'],
  social_login_failed: [422, 'The other site did not confirm who you are. Please try again.'],
  stripe_account_missing: [422, 'Connect a Stripe account before choosing it for payouts.'],
  under_age: [422, 'Performers must be 18 or older.'],
  username_reserved: [422, 'This username is reserved. Please choose another.'],
  wrong_password: [422, 'This is not your present password.'],
  too_many_requests: [429, 'Too many tries. Please wait a moment and try again.'],
  internal_error: [500, 'Something went wrong, please try again later'],
  maintenance: [503, 'The site is being worked on. Please come back soon.'],
  service_unavailable: [503, 'This service does not answer at the moment. Please try again soon.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type ErrorCode = keyof typeof errors;

/** Refusals that any endpoint may answer without naming them. */
export const commonErrors = [
  'invalid_request',
  'session_required',
  'session_ended',
  'forbidden_role',
  'account_suspended',
  'country_blocked',
  'not_found',
  'too_large',
  'unsupported_media_type',
  'too_many_requests',
  'internal_error',
  'maintenance',
  'service_unavailable',
] as const satisfies readonly ErrorCode[];

/** A refusal as it travels. */
export interface Refusal {
  statusCode: number;
  error: ErrorCode;
  message: string;
  issues?: { path: string; message: string }[];
  requestId: string;
}

/** Words that the product fixes: shown to the letter. */
export const messages = {
  loginFailed: 'Incorrect credentials!',
  saveFailed: 'Error occurred, please try again later',
  saved: 'Changes saved',
  loadFailed: 'Error occurred, please try again later',
  anyFailure: 'Something went wrong, please try again later',
  unauthorized: 'Forbidden in the action!',
} as const;
