/** One conversation, beside the others where there is room: the same page, so that moving between them builds nothing anew. */
export { default } from './index';
