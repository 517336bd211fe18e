/** Errors that the browser also detects before it sends a request. Separate, so that screens need not load the whole table. */
export const clientErrors = {
  captcha_failed: [422, 'Confirm that you’re not a robot, then try again.'],
  card_invalid: [422, 'We couldn’t add this card. Check its details.'],
  conversation_not_found: [404, 'This conversation doesn’t exist.'],
  message_empty: [422, 'Write something, or add a photo or video.'],
} as const;
