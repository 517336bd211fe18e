/** Who may import what. Each rule's comment says why, for anyone who breaks it. */

const { existsSync } = require('node:fs');

const outside = (name) => `^node_modules/(${name})(/|$)`;

/**
 * The folders of the server from the bottom up: each may import those before it. `shared` is below all domains, whichever
 * domain its modules belong to, because every domain uses them. `server/*.ts` assembles the host and comes last.
 */
const layers = require('./bin/checks/layers.json');

/** The files of each module that other modules may import; `about` says what the module is. */
const publicFiles = Object.entries(require('./bin/checks/public-files.json')).map(([module, { files }]) => {
  const missing = files.find((file) => !existsSync(`${__dirname}/server/${module}/${file}.ts`));
  if (missing) throw new Error(`bin/checks/public-files.json lists ${module}/${missing}, which does not exist.`);
  return `^server/${module}/(${files.join('|')})[.]ts$`;
});

/** For every layer but the last: it imports nothing above it. Type imports are erased, and hooks need them. */
const layerRules = layers.map(([name, path], index) => ({
  name: `${name}-knows-nothing-above-it`,
  comment: `The order is ${layers.map(([layer]) => layer).join(', ')}. Work that joins two domains belongs to server/flows; what a lower module needs of a higher one is a hook (server/platform/hooks.ts).`,
  severity: 'error',
  from: { path, pathNot: ['[.]test[.]ts$', ...layers.slice(0, index).map(([, below]) => below)] },
  to: {
    path: [...layers.slice(index + 1).map(([, above]) => above), '^server/(seed/|[^/]+[.]ts$)'],
    pathNot: layers.slice(0, index + 1).map(([, below]) => below),
    dependencyTypesNot: ['type-only'],
  },
}));

/** The folders of the contract: each may import values from those before it. */
const contractFolders = ['kernel', 'people', 'content', 'live', 'safety', 'talk', 'money', 'site'];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'no-circles',
      comment: 'Two files that import each other are one file, or contain a third that both may import.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'resolvable',
      comment: 'The import cannot be resolved: a typo, or a package that is missing in package.json.',
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
    ...contractFolders.map((folder, at) => ({
      name: `contract-${folder}-looks-down`,
      comment: `What ${folder} needs of the contract is in ${[...contractFolders.slice(0, at + 1)].join(', ')}; only types may come from elsewhere.`,
      severity: 'error',
      from: { path: `^contract/${folder}/` },
      to: {
        path: '^contract/',
        pathNot: `^contract/(${contractFolders.slice(0, at + 1).join('|')})/`,
        dependencyTypesNot: ['type-only'],
      },
    })),
    {
      name: 'packages-stand-alone',
      comment: 'A package can be read, tested and replaced without the product. What it needs of the product is passed in.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(bin|contract|pages|server|src|tests)/' },
    },
    {
      name: 'packages-are-independent',
      comment: 'A package that needs another is part of it.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
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
      comment: 'The site calls the host over HTTP like any other client. Anything imported here could reach a browser.',
      severity: 'error',
      from: { path: '^(src|pages)/' },
      to: { path: '^(server|bin)/' },
    },
    {
      name: 'web-takes-plain-values-of-the-contract',
      comment:
        'Type imports are erased, but a schema brings zod to the browser; only a form loads it, at its first validation (src/forms/contract-resolver.ts). From the kernel import values only from attributes, client-errors, conventions, errors, events, file-name, delegate-rights, limits, messages, rights, settings, units and values; from the domains only from test-cards.',
      severity: 'error',
      from: { path: '^(src|pages)/', pathNot: '[.]test[.]tsx?$' },
      to: {
        path: '^contract/',
        pathNot:
          '^contract/(kernel/((attributes|client-errors|conventions|errors|events|file-name|delegate-rights|limits|messages|rights|settings|units)[.]ts$|(limits|values)/)|money/test-cards[.]ts$)',
        dependencyTypesNot: ['type-only'],
        dynamic: false,
      },
    },
    {
      name: 'lib-stands-alone',
      comment: 'src/lib contains pure functions; code that uses a component, a store or a service belongs to a higher folder.',
      severity: 'error',
      from: { path: '^src/lib/' },
      to: { path: '^(src/(?!lib/)|pages/)' },
    },
    {
      name: 'ui-knows-no-feature',
      comment: 'Components of src/ui take props and call callbacks: they can be used anywhere, and know nothing of state or services.',
      severity: 'error',
      from: { path: '^src/ui/' },
      to: {
        path: '^(src/(services|device|realtime|session|forms|social|uploads|checkout|features|shell)/|pages/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'services-look-down',
      comment: 'A service wraps endpoints; state that depends on its answers belongs to the session or to a feature.',
      severity: 'error',
      from: { path: '^src/services/' },
      to: {
        path: '^(src/(ui|device|realtime|session|forms|social|uploads|checkout|features|shell)/|pages/)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'device-looks-down',
      comment:
        'Callers pass the account to the browser facilities (storage, push, camera). The session clears this data on sign-out, so this folder may not import the session.',
      severity: 'error',
      from: { path: '^src/device/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^(src/(realtime|session|forms|social|uploads|checkout|features|shell)/|pages/)' },
    },
    {
      name: 'realtime-looks-down',
      comment:
        'The connection to the host carries all kinds of events and knows none of them. The session decides when there is a connection, and the shell opens it.',
      severity: 'error',
      from: { path: '^src/realtime/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^(src/(session|forms|social|uploads|checkout|features|shell)/|pages/)' },
    },
    {
      name: 'session-looks-down',
      comment: 'Every feature may read the session, so the session may not depend on features, nor on folders built on it.',
      severity: 'error',
      from: { path: '^src/session/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^(src/(forms|social|uploads|checkout|features|shell)/|pages/)' },
    },
    {
      name: 'store-stands-under-its-sagas',
      comment:
        'Slices, actions and selectors are loaded with every first page; sagas are loaded later and change the slices. A slice that needs more than its state leaves that to a saga, by an action.',
      severity: 'error',
      from: { path: '^src/session/store/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^src/(session/(?!store/)|realtime/)' },
    },
    {
      name: 'forms-look-down',
      comment: 'Sending a form, its draft and its errors are the same for every screen. The caller decides what is sent.',
      severity: 'error',
      from: { path: '^src/forms/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^(src/(social|uploads|checkout|features|shell)/|pages/)' },
    },
    {
      name: 'social-looks-down',
      comment:
        'Following, liking, reporting and blocking open purchase dialogs by their name in the store; paying itself is in a higher folder, checkout.',
      severity: 'error',
      from: { path: '^src/social/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^(src/(uploads|checkout|features|shell)/|pages/)' },
    },
    {
      name: 'uploads-stand-alone',
      comment:
        'The upload queue belongs to no page and outlives all of them: it uses services and ui, and needs neither session nor forms. The finish callback of a screen assigns the file.',
      severity: 'error',
      from: { path: '^src/uploads/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^(src/(device|realtime|session|forms|social|checkout|features|shell)/|pages/)' },
    },
    {
      name: 'checkout-looks-down',
      comment:
        'Paying is the same wherever something is sold: a screen passes what is bought. The wallet components in dialogs come from the shell (wallet-parts.ts).',
      severity: 'error',
      from: { path: '^src/checkout/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^(src/(uploads|features|shell)/|pages/)' },
    },
    {
      name: 'features-are-independent',
      comment:
        'Two features are combined in a page or in the shell. What both need belongs to the matching lower folder: session, forms, social, uploads, checkout, ui, services or lib. The console is one feature.',
      severity: 'error',
      from: { path: '^src/features/(console|[^/]+/[^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'features-do-not-know-the-shell',
      comment:
        'The shell imports the features; a feature that imports the shell would close a cycle. What a page passes to its load function is in services.',
      severity: 'error',
      from: { path: '^src/features/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '^(src/shell/|pages/)' },
    },
    {
      name: 'features-have-folders',
      comment:
        'A file beside the features of a domain belongs to none of them, so the rule that features do not import each other would miss it. Move it to the feature that uses it.',
      severity: 'error',
      from: { path: '^src/features/[^/]+/[^/]+$', pathNot: '^src/features/console/' },
      to: {},
    },
    {
      name: 'modules-have-public-files',
      comment:
        'From another module import only <module>/<module>.ts, invariants.ts, or a file that bin/checks/public-files.json lists; other files are private. All files of ledger, gateways, entitlements and engines are public.',
      severity: 'error',
      from: { path: '^server/(people|money|content|talk|live|safety|site|flows)/([^/]+)/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^server/(people|money|content|talk|live|safety|site)/([^/]+)/',
        pathNot: [
          '^server/$1/$2/',
          '^server/[^/]+/([^/]+)/(\\1|invariants)[.]ts$',
          '^server/(money/(ledger|gateways)|content/entitlements|live/engines)/',
          ...publicFiles,
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'ledger-tables-are-private',
      comment:
        'Only server/money/ledger uses its tables: a row written elsewhere could break invariants that all modules rely on. Post through its public API.',
      severity: 'error',
      from: { path: '^(server|bin)/', pathNot: '^server/money/ledger/' },
      to: { path: '^server/platform/db/schema/ledger[.]ts$' },
    },
    {
      name: 'http-stays-in-routes',
      comment:
        'Domain functions use no request and no socket, so they can be called from a job, a seed or a test. Fastify and socket.io are used in http/, realtime/, app.ts, *.routes.ts and *.socket.ts.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(platform/(http|realtime)/|app[.]ts$)|[.](routes|socket|test)[.]ts$' },
      to: { path: outside('fastify|@fastify/[^/]+|socket[.]io|@socket[.]io/[^/]+'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'webrtc-stays-in-its-process',
      comment:
        'An exception in a callback of node-datachannel aborts the process. Only the live engine loads it, and clients that tests start in separate processes.',
      severity: 'error',
      from: { pathNot: '^packages/sfu/src/peer[.]ts$|^tests/kit/live/client[.]ts$' },
      to: { path: outside('node-datachannel'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'live-engine-stays-in-its-process',
      comment:
        'The host reaches the engine over loopback (embedded.engine.ts). If the host imported it, it would run in the process of the API.',
      severity: 'error',
      from: { pathNot: '^(packages/sfu/src/|server/live/engines/embedded/process[.]ts$)' },
      to: { path: '^(packages/sfu/src/(engine|sfu|peer)|server/live/engines/embedded/process)[.]ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-client-calls-http',
      comment: 'Browser requests go only through the client in src/services: it sends the token and turns failures into one error type.',
      severity: 'error',
      from: { path: '^(src|pages)/', pathNot: '^src/services/(api|transport)[.]ts$|[.]test[.]tsx?$' },
      to: { path: outside('axios'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'product-needs-no-test',
      comment: 'Production code may not depend on test code.',
      severity: 'error',
      from: { path: '^(contract|packages|server|src|pages)/', pathNot: '[.]test[.]tsx?$|^server/live/engines/conformance[.]ts$' },
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
