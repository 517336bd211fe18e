/**
 * Every limit that more than one place must know, family by family. Units stand last in the names.
 *
 * Import it whole, `import * as limits from '…/contract/limits'`: a screen then brings only the families that it names.
 */
export * from './limits/content';
export * from './limits/files';
export * from '../limits/lists';
export * from './limits/live';
export * from './limits/messages';
export * from './limits/money';
export * from './limits/operators';
export * from './limits/people';
export * from './limits/sessions';
export * from './limits/sign-in';
export * from './limits/store';
