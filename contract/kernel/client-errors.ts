/** Errors that the browser also detects before it sends a request. Separate, so that screens need not load the whole table. */
export const clientErrors = {
  captcha_failed: [422, 'Please confirm that you are not a robot and try again.'],
  card_invalid: [422, 'This card could not be added. Check its details.'],
  conversation_not_found: [404, 'This conversation does not exist.'],
  message_empty: [422, 'Write something, or add a picture or a video.'],
} as const;
