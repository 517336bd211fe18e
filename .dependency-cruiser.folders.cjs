/** The dependency graph of folders: cycles between folders are rejected, also over several steps. */
const files = require('./.dependency-cruiser.cjs');

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-circles',
      comment:
        'Two folders that import each other, even only a type, cannot be read separately. Move the function or the type that closes the cycle into the lower of the two, or into a third that both may import. Tests may import anything.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src(/|$)' },
      to: { circular: true },
    },
  ],
  options: { ...files.options, exclude: { path: `${files.options.exclude.path}|[.]test[.]tsx?$` } },
};
