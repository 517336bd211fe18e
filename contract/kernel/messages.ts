/**
 * Fixed messages: shown exactly as they are. Import it as a namespace, `import * as messages from '@contract/kernel/messages'`: pages
 * then load only those that they show.
 */
export const loginFailed = 'Incorrect credentials!';
export const saveFailed = 'Error occurred, please try again later';
export const saved = 'Changes saved';
export const loadFailed = 'Error occurred, please try again later';
export const anyFailure = 'Something went wrong, please try again later';
export const diskFull = 'The site’s storage is full. Try again later.';
export const unauthorized = 'Forbidden in the action!';
export const messageDeleted = 'Message deleted!';
export const streamMessageDeleted = 'Message deleted';
