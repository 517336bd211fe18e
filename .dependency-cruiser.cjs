/** Who may import whom. Each comment says why, for whoever runs into the rule. */

const outside = (name) => `^node_modules/(${name})(/|$)`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or hide a third that both may import.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      comment: 'The import leads nowhere: a typing error, or a package that package.json does not name.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'contract-stands-alone',
      comment: 'The contract is what both halves share: it knows zod and itself, so that neither half leaks into the other.',
      severity: 'error',
      from: { path: '^contract/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: ['^contract/', outside('zod')] },
    },
    {
      name: 'server-never-sees-the-web',
      comment: 'The host must run without the site. What both need belongs to the contract.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^(src|pages|styles|bin)/' },
    },
    {
      name: 'web-never-sees-the-server',
      comment: 'The site calls the host over HTTP like everybody else. Anything imported here could reach a browser.',
      severity: 'error',
      from: { path: '^(src|pages)/' },
      to: { path: '^(server|bin)/' },
    },
    {
      name: 'web-takes-plain-values-of-the-contract',
      comment:
        'Types cost nothing (import type), but a schema brings zod to the browser: take values from attributes, conventions, errors, events, file-name, helper-rights, limits, rights, settings, test-cards and values alone.',
      severity: 'error',
      from: { path: '^(src|pages)/', pathNot: '[.]test[.]tsx?$' },
      to: {
        path: '^contract/',
        pathNot:
          '^contract/((attributes|conventions|errors|events|file-name|helper-rights|limits|rights|settings|test-cards|units|values)[.]ts$|(limits|values)/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'lib-stands-alone',
      comment: 'src/lib holds pure functions; what knows a component, a store or a service lives higher up.',
      severity: 'error',
      from: { path: '^src/lib/' },
      to: { path: '^(src/(?!lib/)|pages/)' },
    },
    {
      name: 'ui-knows-no-feature',
      comment: 'Parts of src/ui take props and give callbacks: they can be used anywhere, and know nothing of state or services.',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: { path: '^(src/(services|session|features|shell)/|pages/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'services-look-down',
      comment: 'A service wraps endpoints; state that depends on its answers belongs to the session or to a feature.',
      severity: 'error',
      from: { path: '^src/services/' },
      to: { path: '^(src/(session|features|shell|ui)/|pages/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'session-looks-down',
      comment: 'The session is what every feature may read, so it may depend on none of them.',
      severity: 'error',
      from: { path: '^src/session/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^(src/(features|shell)/|pages/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'features-do-not-meet',
      comment: 'Two features meet in a page or in the shell. What both need belongs to session, services, ui or lib.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'features-do-not-know-the-shell',
      comment: 'The shell carries the features; a feature that needs the shell would close the circle.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^(src/shell/|pages/)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'modules-through-their-door',
      comment: 'Of another module only <module>/<module>.ts may be used; its other files are its own business.',
      severity: 'error',
      from: { path: '^server/modules/([^/]+)/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^server/modules/([^/]+)/',
        pathNot: ['^server/modules/$1/', '^server/modules/([^/]+)/\\1[.]ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'money-has-one-gate',
      comment:
        'Only server/ledger knows its tables: a row written past it would break laws that all others rely on. Post through its door.',
      severity: 'error',
      from: { path: '^(server|bin)/', pathNot: '^server/ledger/' },
      to: { path: '^server/platform/db/schema/ledger[.]ts$' },
    },
    {
      name: 'http-stays-at-the-door',
      comment:
        'Domain functions know no request and no socket, so they can be called from a job, a seed or a test. Fastify and socket.io live in http/, realtime/, app.ts, *.routes.ts and *.socket.ts.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(http/|realtime/|app[.]ts$)|[.](routes|socket|test)[.]ts$' },
      to: { path: outside('fastify|@fastify/[^/]+|socket[.]io|@socket[.]io/[^/]+'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'webrtc-stays-in-its-process',
      comment:
        'An exception in a callback of node-datachannel aborts the process. It is loaded by the live engine alone, and by the clients that tests start in processes of their own.',
      severity: 'error',
      from: { pathNot: '^server/streaming/embedded/peer[.]ts$|^tests/kit/live/client[.]ts$' },
      to: { path: outside('node-datachannel'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'live-engine-stays-in-its-process',
      comment: 'The host reaches the engine over loopback (embedded.engine.ts). What it imports of it would run beside the API.',
      severity: 'error',
      from: { pathNot: '^server/streaming/embedded/(live|sfu|peer)[.]ts$' },
      to: { path: '^server/streaming/embedded/(live|sfu|peer)[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-client-calls-http',
      comment:
        'Requests leave the browser through the client in src/services alone: it carries the token and turns failures into one kind.',
      severity: 'error',
      from: { path: '^(src|pages)/', pathNot: '^src/services/(api|transport)[.]ts$|[.]test[.]tsx?$' },
      to: { path: outside('axios'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'product-needs-no-test',
      comment: 'Code that is shipped may not depend on what only tests use.',
      severity: 'error',
      from: { path: '^(contract|server|src|pages)/', pathNot: '[.]test[.]tsx?$|^server/live/engines/conformance[.]ts$' },
      to: { path: '^tests/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)([.]next|dist)/|[.](css|svg|png)$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
