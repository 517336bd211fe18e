/**
 * What the host tells people of, as it stands behind a name or for itself: the screens know these sentences when they come. Those
 * of likes and votes are told of several people too.
 */
const items = ['post', 'video', 'gallery', 'photo', 'product'];
const kinds = [...items, 'comment', 'message', 'show'];

const endings = ['hidden', 'deleted', 'ended'];

/** What is decided about something, with its title or without. */
const decided = (about: string): string[] => {
  const next = about.includes('{0}') ? '{1}' : '{0}';
  return [
    ...endings.map((ending) => `Your ${about} was ${ending}. The reason: ${next}`),
    `You were warned because of your ${about}. The reason: ${next}`,
    `Your ${about} is back as it was. ${next}`,
  ];
};

/** A sentence with a number of tokens, and the same with one of them. */
const withOne = (sentence: string): string[] => {
  const single = sentence.replace(/\{(\d)\} tokens/, '1 token');
  const left = [...single.matchAll(/\{\d\}/g)].map(([hole]) => hole);
  return single === sentence
    ? [sentence]
    : [sentence, left.reduce((text, hole, index) => text.replace(hole, `{${String(index)}}`), single)];
};

const sentences: readonly string[] = [
  'sent you a message.',
  'follows you now.',
  'subscribed to you.',
  'subscribed to you again.',
  'will not renew the subscription to you.',
  'will not renew the subscription to you. It lasts until {0}.',
  'is not subscribed to you any more.',
  'raised the price of your subscription to {0} tokens from {1}.',
  'raised the price of your subscription to {0} from {1}.',
  'Your subscription to {0} will not renew.',
  'Your subscription to {0} will not renew. It lasts until {1}.',
  'Your subscription to {0} has ended.',
  'Your subscription to {0} could not be renewed. The next try is on {1}.',
  'You were given {0} days more of your subscription to {1}. It lasts until {2}.',
  'sent you a tip of {0} tokens.',
  'sent you a tip of {0} tokens: “{1}”',
  'bought your message for {0} tokens.',
  'bought your post for {0} tokens.',
  'bought your video for {0} tokens.',
  'bought your gallery for {0} tokens.',
  'paid {0} tokens to watch your show.',
  'asks for a private show at {0} tokens a minute.',
  'published a new post.',
  'published a new video.',
  'published a new gallery.',
  'put something new into the store.',
  'is live now: {0}',
  'has planned a show for now.',
  'has planned a show for now: {0}',
  'voted in your poll.',
  'liked your comment.',
  ...[...items, 'page'].map((item) => `liked your ${item}.`),
  'answered your comment: “{0}”',
  ...items.map((item) => `commented on your ${item}: “{0}”`),
  'ordered {0} things for {1} tokens.',
  'ordered {0} for {1} tokens.',
  'Your order {0} ({1}) is being prepared.',
  'Your order {0} ({1}) is on its way.',
  'Your order {0} ({1}) was delivered.',
  'Your order {0} ({1}) was refunded.',
  'Your order {0} ({1}) has another shipping code.',
  'Order {0} ({1}) is being prepared.',
  'Order {0} ({1}) is on its way.',
  'Order {0} ({1}) was delivered.',
  'Order {0} ({1}) was refunded.',
  'Order {0} ({1}) has another shipping code.',
  'The buyer changed the delivery address of order {0} ({1}).',
  '{0} tokens went back to your wallet.',
  '{0} tokens of a sale of yours went back to the buyer.',
  '{0} went back to your card.',
  '{0} went back to your wallet.',
  'A payment for a subscription to you went back to the fan.',
  'Your bank did not take the refund of {0}.',
  'You owe {0} tokens, for a payment went back after its tokens were spent. What you bought with them opens again when you top up.',
  'Your payout of {0} tokens was approved.',
  'Your payout of {0} tokens was rejected.',
  'Your payout of {0} tokens was paid.',
  '{0} tokens of a payout came back to your earnings.',
  'The site keeps {0} of what you sell from now on.',
  'What you sell from now on can be paid out after {0} days.',
  'Your payout details were changed.',
  'Your documents were approved. You can publish now.',
  'Your documents were not approved.',
  ...kinds.flatMap((kind) => [kind, `${kind} “{0}”`]).flatMap(decided),
  'You were warned because of your account. The reason: {0}',
  'Your account was suspended. The reason: {0}',
  'Your account is restored.',
  'Your account is restored. {0}',
  'We have looked again, and the decision stays. {0}',
  'We have looked again, and took the decision back. {0}',
  'We have looked at what you reported, “{0}”. It does not break our rules, so we left it as it is.',
  'We have looked at what you reported, “{0}”. We took it down.',
  'We have looked at what you reported, “{0}”. We warned who is responsible.',
  'We have looked at what you reported, “{0}”. We suspended who is responsible.',
  'Your password was changed.',
  'The email address of your account was changed.',
  'A new device signed in to your account: {0}.',
  'A passkey was added to your account: {0}.',
  'A passkey was removed from your account: {0}.',
  'Unknown device',
  'A second step was switched on for your account.',
  'The second step of your account was switched off.',
  'New recovery codes were made for your account.',
  'The second step of your account was taken away by the people who run this site.',
  'Many wrong codes were given for your account. If it was not you, change your password.',
  'Your account will be deleted, because you asked for it. You can keep it by logging in.',
  'Your account stays: it is not deleted.',
  'The archive of your data is ready.',
  'wants to be a performer.',
  'handed in new documents.',
  'asks for a payout of {0} tokens.',
  'appeals against a decision.',
  ...['feed', ...kinds.slice(1, -1), 'stream', 'performer', 'user'].map((target) => `reported a ${target}: {0}`),
  'The word filter found “{0}” in “{1}”.',
  'The webhook to {0} was switched off: nothing has arrived there for a day.',
  'Somebody wrote through the contact form.',
  'Nobody answers at this address.',
  'There is no host of this name.',
  'The connection broke.',
  'The address leads into a closed network.',
  'It could not be sent.',
  'No answer within ten seconds.',
  'The connection could not be made.',
  'The nightly check found the books wrong: {0}.',
];

export const toldSentences: readonly string[] = sentences.flatMap(withOne);
