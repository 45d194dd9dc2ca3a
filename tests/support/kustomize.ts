import path from 'node:path';
import { readDeployFile, readEnv, readYaml } from './deploy-files.ts';

export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
} & Record<string, unknown>;

type Operation = { op: string; path: string; value?: unknown };
type Kustomization = {
  apiVersion: string;
  kind: 'Kustomization' | 'Component';
  namespace?: string;
  resources?: string[];
  components?: string[];
  images?: { name: string; newName: string; newTag: string }[];
  configMapGenerator?: { name: string; behavior?: 'merge'; files?: string[]; envs?: string[] }[];
  generatorOptions?: { labels: Record<string, string> };
  patches?: { path: string; target: { kind: string; name: string } }[];
};

/** The fields of a kustomization that this reader knows; another one would be passed over. */
const KNOWN = new Set([
  'apiVersion',
  'kind',
  'namespace',
  'resources',
  'components',
  'images',
  'configMapGenerator',
  'generatorOptions',
  'patches',
]);

export type Built = {
  manifests: Manifest[];
  /** The data of generated ConfigMaps, by name. */
  configMaps: Map<string, Record<string, string>>;
};

const isFolder = (resource: string): boolean => !/\.ya?ml$/.test(resource);

function generate(folder: string, { configMapGenerator = [] }: Kustomization, built: Built): void {
  for (const { name, behavior, files = [], envs = [] } of configMapGenerator) {
    const before = built.configMaps.get(name);
    if ((behavior === 'merge') !== (before !== undefined))
      throw new Error(`${name} is merged with nothing, or twice`);
    const data = [
      ...envs.map((file) => readEnv(readDeployFile(path.posix.join(folder, file)))),
      ...files.map((file) => ({ [file]: readDeployFile(path.posix.join(folder, file)) })),
    ];
    built.configMaps.set(name, Object.assign({}, before, ...data) as Record<string, string>);
  }
}

/** `replace` and `remove` alone, of what is there: nothing else is used. */
function change(manifest: Manifest, { op, path: pointer, value }: Operation): void {
  const keys = pointer.split('/').slice(1);
  const last = keys.pop() ?? '';
  let at: Record<string, unknown> = manifest;
  for (const key of keys) at = (at[key] ?? {}) as Record<string, unknown>;
  if (!['replace', 'remove'].includes(op) || !(last in at))
    throw new Error(`${op} ${pointer} does not fit ${manifest.metadata.name}`);
  if (op === 'remove') Reflect.deleteProperty(at, last);
  else at[last] = value;
}

function patch(folder: string, { patches = [] }: Kustomization, { manifests }: Built): void {
  for (const { path: file, target } of patches) {
    const found = manifests.filter(
      ({ kind, metadata }) => kind === target.kind && metadata.name === target.name,
    );
    if (found.length !== 1) throw new Error(`${file} has no one target`);
    const [operations] = readYaml<Operation[]>(readDeployFile(path.posix.join(folder, file)));
    for (const operation of operations ?? []) for (const manifest of found) change(manifest, operation);
  }
}

/** Images stand in containers alone, so they are replaced wherever a key has that name. */
function withImages(value: unknown, images: Kustomization['images'] = []): unknown {
  if (Array.isArray(value)) return value.map((one) => withImages(one, images));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => {
    const image = key === 'image' ? images.find(({ name }) => name === one) : undefined;
    return [key, image ? `${image.newName}:${image.newTag}` : withImages(one, images)] as const;
  });
  return Object.fromEntries(entries);
}

function add(folder: string, built: Built): void {
  const [kustomization] = readYaml<Kustomization>(
    readDeployFile(path.posix.join(folder, 'kustomization.yaml')),
  );
  if (!kustomization) throw new Error(`${folder} has an empty kustomization.yaml`);
  for (const key of Object.keys(kustomization))
    if (!KNOWN.has(key)) throw new Error(`${folder}: ${key} is not known`);
  for (const resource of [...(kustomization.resources ?? []), ...(kustomization.components ?? [])]) {
    const place = path.posix.join(folder, resource);
    if (isFolder(resource)) add(place, built);
    else built.manifests.push(...readYaml<Manifest>(readDeployFile(place)));
  }
  generate(folder, kustomization, built);
  patch(folder, kustomization, built);
  built.manifests = built.manifests.map((one) => withImages(one, kustomization.images) as Manifest);
}

/**
 * What `kubectl kustomize` makes of a folder of infra/deploy, with these components besides, as far as our files ask for it. Throws where a file is missing,
 * a patch fits nothing, or a field is used that it does not know.
 */
export function kustomize(folder: string, components: readonly string[] = []): Built {
  const built: Built = { manifests: [], configMaps: new Map() };
  for (const place of [folder, ...components]) add(place, built);
  return built;
}
