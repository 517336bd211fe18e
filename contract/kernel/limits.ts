/**
 * Limits that several modules share, family by family. Names end in the unit.
 *
 * Import it as a namespace, `import * as limits from '@contract/kernel/limits'`: bundles then contain only the families in use.
 */
export * from './limits/content';
export * from './limits/files';
export * from './limits/lists';
export * from './limits/live';
export * from './limits/messages';
export * from './limits/money';
export * from './limits/operators';
export * from './limits/people';
export * from './limits/search';
export * from './limits/sessions';
export * from './limits/sign-in';
export * from './limits/store';
