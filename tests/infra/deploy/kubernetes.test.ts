import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { settings as reactorsSettings } from '../../../command-api/reactors/config.ts';
import { connectionsSchema } from '../../../infra/cli/connection.ts';
import { settings as projectorsSettings } from '../../../projectors/config.ts';
import { projectRoot } from '../../../infra/embedded/program.ts';
import { apiSettings } from '../../../shared/api/config.ts';
import { settings as dispatcherSettings } from '../../../webhook-dispatcher/config.ts';
import { isPinned, isSetting, problemOfArguments } from '../../support/deploy-files.ts';
import { problemsOfManifest } from '../../support/kubernetes-schema.ts';
import { kustomize, type Manifest } from '../../support/kustomize.ts';

type Labels = Record<string, string>;
type Selector = {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: 'In' | 'NotIn'; values: string[] }[];
};
type Mount = { name: string; mountPath: string };
type Volume = {
  name: string;
  secret?: { secretName: string; items?: { key: string; path: string }[] };
  configMap?: { name: string };
  persistentVolumeClaim?: { claimName: string };
  emptyDir?: object;
};
type Probe = { httpGet: { path: string; port: string } };
type Container = {
  name: string;
  image: string;
  args: string[];
  envFrom?: { configMapRef: { name: string } }[];
  env?: { name: string; value: string }[];
  ports?: { name: string }[];
  volumeMounts: Mount[];
  resources: { requests: Labels; limits: Labels };
  securityContext: object;
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
};
type Pod = {
  metadata: { labels: Labels };
  spec: {
    serviceAccountName: string;
    securityContext: { runAsNonRoot: boolean };
    containers: [Container];
    volumes: Volume[];
    topologySpreadConstraints?: { labelSelector: Selector }[];
    terminationGracePeriodSeconds?: number;
  };
};
type Workload = Manifest & { spec: { selector?: Selector; template: Pod } };

const { manifests: all, configMaps } = kustomize('kubernetes/overlays/production', [
  'kubernetes/components/dispatcher-by-backlog',
]);
const ofKind = <T>(kind: string): (Manifest & T)[] =>
  all.filter((one) => one.kind === kind) as (Manifest & T)[];
const has = (kind: string, name: string): boolean =>
  ofKind(kind).some(({ metadata }) => metadata.name === name);

type CronJob = { spec: { schedule: string; suspend?: boolean; jobTemplate: { spec: Workload['spec'] } } };
/** What a CronJob starts, as the jobs that they are. */
const scheduled = ofKind<CronJob>('CronJob').map(({ metadata, spec }) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata,
  spec: spec.jobTemplate.spec,
}));
const workloads = [...ofKind<object>('Deployment'), ...ofKind<object>('Job'), ...scheduled] as Workload[];
const pods = workloads.map(({ spec }) => spec.template);
const containers = pods.map(({ spec }) => spec.containers[0]);

const fits = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(
    ({ key, operator, values }) => (operator === 'In') === values.includes(labels[key] ?? ''),
  );
const selected = (selector: Selector): Pod[] =>
  pods.filter(({ metadata }) => fits(selector, metadata.labels));

for (const manifest of all) {
  test(`${manifest.kind} ${manifest.metadata.name} is what Kubernetes' schema allows`, (t) => {
    t.deepEqual(problemsOfManifest(manifest), []);
  });
}

test('a slip of the pen is found', (t) => {
  const [deployment] = ofKind<object>('Deployment');
  const wrong = structuredClone(deployment) as unknown as Workload;
  Object.assign(wrong.spec.template.spec.containers[0], { imagePulPolicy: 'Always' });
  t.deepEqual(problemsOfManifest(wrong), ['/spec/template/spec/containers/0/imagePulPolicy is not known']);
  Object.assign(wrong.spec.template.spec, { containers: 1 });
  t.true(problemsOfManifest(wrong).length > 0);
});

test('names are given once', (t) => {
  const names = all.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  t.is(new Set(names).size, names.length);
});

test('the five processes, the migration, the backups and operator commands run programs of the project, from one image of one version', (t) => {
  const ours = containers.filter(({ name }) => name !== 'proxy');
  t.deepEqual(
    ours.map(({ name }) => name),
    [
      'command-api',
      'query-api',
      'projectors',
      'reactors',
      'webhook-dispatcher',
      'migrate',
      'backup',
      'backup-keys',
      'backup-verify',
      'ops',
    ],
  );
  for (const { name, args } of ours) t.is(problemOfArguments(args), null, name);
  t.is(new Set(ours.map(({ image }) => image)).size, 1);
  for (const { image } of containers) t.true(isPinned(image), image);
});

test('backups are taken every hour and read every week; keys are taken and commands run when somebody says so', (t) => {
  const jobs = ofKind<CronJob>('CronJob').map(({ metadata, spec }) => [
    metadata.name,
    spec.suspend === true ? 'suspended' : spec.schedule,
  ]);
  t.deepEqual(jobs, [
    ['backup', '17 * * * *'],
    ['backup-keys', 'suspended'],
    ['backup-verify', '47 3 * * 0'],
    ['ops', 'suspended'],
  ]);
});

test('what is set are settings, and no secret', (t) => {
  const given = Object.keys(configMaps.get('triage-settings') ?? {});
  t.true(given.includes('PUBLIC_URL') && given.includes('DATABASE_URL_FILE'));
  t.deepEqual(
    given.filter((name) => !isSetting(name)),
    [],
  );
  for (const name of ['DATABASE_URL', 'EVENTSTORE_URL', 'NATS_URL', 'SMTP_URL', 'MASTER_KEY'])
    t.false(given.includes(name));
});

test('a changed setting changes no job, which could not be applied again', (t) => {
  const { DATABASE_URL_FILE: value = '' } = configMaps.get('triage-settings') ?? {};
  for (const { metadata, spec } of ofKind<Workload>('Job')) {
    t.false(JSON.stringify(spec).includes('configMap'), metadata.name);
    t.deepEqual(spec.template.spec.containers[0].env, [{ name: 'DATABASE_URL_FILE', value }]);
  }
});

const MOUNTED = '/run/secrets/triage/';
/** The settings of each process, and of migration and backup the one that they need. */
const READ: Record<string, Set<string>> = {
  'command-api': new Set(Object.keys(apiSettings.shape)),
  'query-api': new Set(Object.keys(apiSettings.shape)),
  projectors: new Set(Object.keys(projectorsSettings.shape)),
  // Operator commands run in its pod.
  reactors: new Set([...Object.keys(reactorsSettings.shape), ...Object.keys(connectionsSchema.shape)]),
  'webhook-dispatcher': new Set(Object.keys(dispatcherSettings.shape)),
  migrate: new Set(['DATABASE_URL']),
  backup: new Set(['DATABASE_URL']),
  'backup-keys': new Set(['DATABASE_URL']),
  ops: new Set(Object.keys(connectionsSchema.shape)),
};

test('a pod gets the secrets that its process reads, and no other', (t) => {
  const files = Object.entries(configMaps.get('triage-settings') ?? {}).filter(([, value]) =>
    value.startsWith(MOUNTED),
  );
  for (const { spec } of pods) {
    const [{ name }] = spec.containers;
    const read = READ[name] ?? new Set();
    const wanted = files
      .filter(([setting]) => read.has(setting) || read.has(setting.replace(/_FILE$/, '')))
      .map(([, value]) => value.slice(MOUNTED.length));
    // The URLs of the databases name the authority.
    const expected = wanted.length === 0 ? [] : [...new Set([...wanted, 'ca.crt'])].toSorted();
    const items = spec.volumes.flatMap(({ secret }) =>
      secret ? (secret.items ?? [{ key: 'all', path: 'all' }]) : [],
    );
    t.deepEqual(
      items.map(({ key, path }) => (key === path ? key : `${key} as ${path}`)).toSorted(),
      expected,
      name,
    );
  }
});

test('extracts are in one folder for the process that writes them and the one that hands them out', (t) => {
  const places = pods.flatMap(({ spec }) => {
    const [{ name, volumeMounts }] = spec.containers;
    const mount = volumeMounts.find(
      ({ mountPath }) => mountPath === configMaps.get('triage-settings')?.['EXTRACTS_DIR'],
    );
    const volume = spec.volumes.find((one) => one.name === mount?.name);
    return volume ? [[name, volume.persistentVolumeClaim?.claimName]] : [];
  });
  t.deepEqual(places, [
    ['query-api', 'triage-extracts'],
    ['projectors', 'triage-extracts'],
  ]);
});

test('files that settings name are mounted', (t) => {
  const files = Object.entries(configMaps.get('triage-settings') ?? {}).filter(([, value]) =>
    value.startsWith('/'),
  );
  for (const { name, spec } of pods.map(({ spec }) => ({ name: spec.containers[0].name, spec }))) {
    if (spec.containers[0].envFrom === undefined) continue;
    const mounts = spec.containers[0].volumeMounts.map(({ mountPath }) => mountPath);
    for (const [setting, value] of files) {
      // Tests of their own say who gets these.
      if (setting === 'EXTRACTS_DIR' || value.startsWith(MOUNTED)) continue;
      // The ledger is for those that read it.
      if (
        setting === 'ERASURE_LEDGER' &&
        ['projectors', 'webhook-dispatcher', 'backup', 'backup-keys'].includes(name)
      )
        continue;
      t.true(
        mounts.some((mount) => value === mount || value.startsWith(`${mount}/`)),
        `${name}: ${setting}`,
      );
    }
  }
});

test('what a pod refers to is there', (t) => {
  for (const { spec } of pods) {
    const [{ name, volumeMounts, envFrom = [], ports = [], ...container }] = spec.containers;
    t.true(has('ServiceAccount', spec.serviceAccountName), name);
    const volumes = new Map(spec.volumes.map((volume) => [volume.name, volume]));
    t.deepEqual([...volumes.keys()].toSorted(), volumeMounts.map((mount) => mount.name).toSorted(), name);
    for (const { secret, configMap, persistentVolumeClaim: claim } of volumes.values()) {
      if (secret) t.is(secret.secretName, 'triage', name);
      if (configMap) t.true(configMaps.has(configMap.name), `${name}: ${configMap.name}`);
      if (claim) t.true(has('PersistentVolumeClaim', claim.claimName), `${name}: ${claim.claimName}`);
    }
    for (const { configMapRef } of envFrom) t.true(configMaps.has(configMapRef.name), name);
    for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
      if (probe)
        t.true(
          ports.some((port) => port.name === probe.httpGet.port),
          name,
        );
    }
  }
});

test('no pod has more rights than it needs, and each has its bounds', (t) => {
  for (const { spec } of pods) {
    const [{ name, securityContext, resources }] = spec.containers;
    t.true(spec.securityContext.runAsNonRoot, name);
    t.deepEqual(
      securityContext,
      { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      name,
    );
    t.truthy(resources.requests['cpu'] && resources.requests['memory'] && resources.limits['memory'], name);
  }
});

test('each process is probed as the page about probes says', (t) => {
  for (const { metadata, kind, spec } of workloads) {
    if (kind === 'Job') continue;
    const [{ livenessProbe, readinessProbe }] = spec.template.spec.containers;
    t.is(livenessProbe?.httpGet.path, '/live', metadata.name);
    t.is(readinessProbe?.httpGet.path, '/ready', metadata.name);
  }
});

test('selectors find the pods that they are meant for', (t) => {
  for (const { metadata, spec } of workloads) {
    if (spec.selector) t.deepEqual(selected(spec.selector), [spec.template], metadata.name);
    for (const { labelSelector } of spec.template.spec.topologySpreadConstraints ?? []) {
      t.deepEqual(selected(labelSelector), [spec.template], metadata.name);
    }
  }
  for (const { metadata, spec } of ofKind<{ spec: { selector: Selector } }>('PodDisruptionBudget')) {
    t.deepEqual(
      selected(spec.selector).map((pod) => pod.spec.containers[0].name),
      [metadata.name],
    );
  }
  for (const { metadata, spec } of ofKind<{ spec: { selector: Labels; ports: { targetPort: string }[] } }>(
    'Service',
  )) {
    const found = selected({ matchLabels: spec.selector });
    t.is(found.length, 1, metadata.name);
    const ports = found[0]?.spec.containers[0].ports?.map((port) => port.name);
    for (const { targetPort } of spec.ports) t.true(ports?.includes(targetPort), metadata.name);
  }
});

test('every process that runs on and on survives the loss of a node, and a roll', (t) => {
  const deployments = workloads.filter(({ kind }) => kind === 'Deployment');
  for (const { metadata, spec } of deployments) {
    t.true(has('PodDisruptionBudget', metadata.name), metadata.name);
    // Of one that scales, each `kubectl apply` would set the number again.
    const { replicas } = spec as { replicas?: number };
    t.is(replicas, has('HorizontalPodAutoscaler', metadata.name) ? undefined : 2, metadata.name);
    t.true((spec.template.spec.terminationGracePeriodSeconds ?? 0) >= 20, metadata.name);
  }
});

type Autoscaler = {
  spec: { scaleTargetRef: { kind: string; name: string }; minReplicas: number; maxReplicas: number };
};

test('what scales is there', (t) => {
  const scalers = ofKind<Autoscaler>('HorizontalPodAutoscaler');
  t.deepEqual(
    scalers.map(({ metadata }) => metadata.name),
    ['command-api', 'query-api', 'webhook-dispatcher'],
  );
  for (const { spec } of scalers) {
    t.true(has(spec.scaleTargetRef.kind, spec.scaleTargetRef.name), spec.scaleTargetRef.name);
    t.true(spec.minReplicas >= 2 && spec.maxReplicas > spec.minReplicas);
  }
});

type Rule = {
  from?: { podSelector?: Selector }[];
  to?: { podSelector?: Selector }[];
  ports?: { port: string | number }[];
};
type Policy = { spec: { podSelector: Selector; policyTypes: string[]; ingress?: Rule[]; egress?: Rule[] } };

test('network policies are about pods and ports that exist, and shut everything else', (t) => {
  const policies = ofKind<Policy>('NetworkPolicy');
  const shut = policies.find(({ metadata }) => metadata.name === 'nothing-else')?.spec;
  t.deepEqual(shut, { podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  for (const { metadata, spec } of policies) {
    const about = selected(spec.podSelector);
    t.true(about.length > 0, metadata.name);
    const named = new Set(
      about.flatMap((pod) => pod.spec.containers[0].ports?.map(({ name }) => name) ?? []),
    );
    for (const { from = [], ports = [] } of spec.ingress ?? []) {
      for (const { podSelector } of from)
        if (podSelector) t.true(selected(podSelector).length > 0, metadata.name);
      for (const { port } of ports) t.true(named.has(String(port)), `${metadata.name}: ${port}`);
    }
    for (const { to = [] } of spec.egress ?? []) {
      for (const { podSelector } of to)
        if (podSelector) t.true(selected(podSelector).length > 0, metadata.name);
    }
  }
});

test('operator commands run in pods that have all that the commands read', (t) => {
  const exec = /kubectl -n \w+ exec deployment\/([\w-]+) -- node build\/infra\/cli\/main\.js/g;
  const pages = ['deploy.md', 'upgrades.md'].map((name) =>
    readFileSync(path.join(projectRoot, 'docs/operator', name), 'utf8'),
  );
  const named = pages.flatMap((page) => [...page.matchAll(exec)].map(([, name]) => name));
  t.true(named.length > 0);
  t.deepEqual([...new Set(named)], ['reactors']);
});

type Ingress = {
  spec: { rules: { host: string; http: { paths: { backend: { service: { name: string } } }[] } }[] };
};

test('callers come in by a service that exists, under the address that the service names itself', (t) => {
  const [ingress] = ofKind<Ingress>('Ingress');
  for (const { host, http } of ingress?.spec.rules ?? []) {
    t.is(configMaps.get('triage-settings')?.['PUBLIC_URL'], `https://${host}`);
    for (const { backend } of http.paths) t.true(has('Service', backend.service.name));
  }
  t.is(ingress?.spec.rules.length, 1);
});

test('the overlay gives other sizes than the base', (t) => {
  const command = ofKind<Autoscaler>('HorizontalPodAutoscaler').find(
    ({ metadata }) => metadata.name === 'command-api',
  );
  t.like(command?.spec, { minReplicas: 3, maxReplicas: 20 });
});
