/** A conversation, beside the list on wide screens. The same page component, so that switching conversations does not remount it. */
export { default } from './index';
