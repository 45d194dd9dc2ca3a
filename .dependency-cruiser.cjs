/** Import rules of ARCHITECTURE.md ("The parts"), enforced. Type-only imports count too. */
const from = (folder) => ({ path: `^${folder}/` });
// The one place that hands the knowledge base's files to the engine, for every process that needs it.
const ENGINE_LOADER = '^shared/clinical/';
const only = (name, folder, allowed) => ({
  name,
  severity: 'error',
  from: { ...from(folder), pathNot: ENGINE_LOADER },
  to: {
    path: '^(command-api|query-api|projectors|domain|webhook-dispatcher|shared|infra|client|dashboard|tests)/',
    pathNot: allowed,
  },
});
/** A folder of the dashboard, and those that it may use; pages use all of them. */
const layer = (folder, allowed) => ({
  name: `dashboard-${folder}`,
  severity: 'error',
  from: { path: `^dashboard/src/${folder}/` },
  to: { path: '^dashboard/src/', pathNot: `^dashboard/src/(${allowed})/` },
});
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      // Types alone, of @types/fhir: no package `fhir` stands behind them.
      to: { couldNotResolve: true, pathNot: '^fhir/r4\\.js$' },
    },
    only('domain-is-pure', 'domain', '^domain/'),
    {
      name: 'domain-imports-zod-only',
      severity: 'error',
      from: from('domain'),
      to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/zod/' },
    },
    only(
      'shared-knows-no-decisions',
      'shared',
      '^(shared/|domain/[^/]+/(events|upcasters|state|tiers|types)\\.ts$|domain/kernel/)',
    ),
    only('command-api', 'command-api', '^(command-api|domain|shared)/'),
    only('query-api', 'query-api', '^(query-api|domain|shared)/'),
    only(
      'projectors',
      'projectors',
      '^(projectors/|shared/|domain/[^/]+/(events|upcasters|state|tiers|types)\\.ts$|domain/kernel/)',
    ),
    only(
      'webhook-dispatcher',
      'webhook-dispatcher',
      '^(webhook-dispatcher/|shared/|domain/[^/]+/(events|upcasters|state|tiers|types)\\.ts$|domain/kernel/)',
    ),
    only('client-stands-alone', 'client', '^client/'),
    only('dashboard', 'dashboard', '^(dashboard|client)/'),
    {
      name: 'pages-stand-alone',
      severity: 'error',
      from: { path: '^dashboard/src/pages/([^/]+)/' },
      to: { path: '^dashboard/src/pages/', pathNot: '^dashboard/src/pages/$1/' },
    },
    layer('i18n', 'i18n'),
    layer('service', 'service'),
    layer('components', 'components|i18n|service'),
    layer('session', 'session|components|i18n|service'),
    {
      name: 'dashboard-pages-are-found-by-their-folder',
      severity: 'error',
      from: { path: '^dashboard/src/(?!pages/)' },
      to: { path: '^dashboard/src/pages/' },
    },
    {
      name: 'client-imports-what-it-declares',
      severity: 'error',
      from: from('client'),
      to: { path: '^node_modules/', pathNot: '^node_modules/openapi-fetch/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
    },
  },
};
